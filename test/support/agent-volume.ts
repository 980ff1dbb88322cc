import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { docker } from "./docker.ts";
import { removeVolumes } from "./remove-volumes.ts";
import { TEST_IMAGE } from "./sandbox-image.ts";

/** An owner that no machine has, so that nobody's credentials are in these volumes. */
export function unusedOwner(): number {
  return 2_000_000_000 + randomBytes(3).readUIntBE(0, 3);
}

/** A home directory with files of an agent in it, for the `HOME` of a command. */
export function makeHome(files: Readonly<Record<string, string>>): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "agent-sandbox-home-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return {
    path,
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Both agents' volumes of one owner, removed when disposed. */
export function agentVolumes(
  owner: number,
): AsyncDisposable & { readonly codex: string; readonly claude: string } {
  const codex = `agent-sandbox-codex-config-uid-${owner.toString()}`;
  const claude = `agent-sandbox-claude-code-config-uid-${owner.toString()}`;
  return {
    codex,
    claude,
    async [Symbol.asyncDispose]() {
      await removeVolumes(`name=-config-uid-${owner.toString()}$`);
    },
  };
}

export interface AgentRun {
  /** Mounted where the agent has its configuration. */
  readonly volume: string;
  readonly owner: number;
}

/** Runs a script beside an agent's volume, as its owner, with the agent's real program. */
export async function withVolume({ volume, owner }: AgentRun, script: string): Promise<string> {
  const target = volume.includes("codex") ? "/home/node/.codex" : "/home/node/.claude";
  return await docker([
    ...["run", "--rm", "--network", "none", "--user", owner.toString(), "--entrypoint", "bash"],
    ...["--env", "HOME=/home/node"],
    ...["--volume", `${volume}:${target}`, "--workdir", "/tmp", TEST_IMAGE, "-ec"],
    `cd ${target}; ${script}`,
  ]);
}
