// Real bubblewrap over this machine's programs, with the shims of a policy.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll } from "@jest/globals";
import { parsePolicy, type ResolvedPolicy, resolvePolicy } from "@agent-sandbox/policy";
import type { BwrapPlan, ShimPlan } from "@agent-sandbox/core";

import { gatherShimFacts } from "../../src/shims/gather-shim-facts.ts";
import { planShims } from "../../src/shims/plan-shims.ts";
import { toBwrapArgs } from "../../src/to-bwrap-args.ts";

const PACKAGE = join(import.meta.dirname, "../..");

type Rules = Readonly<Record<string, boolean | string>>;

function policyOf(commands: Rules, workspace = "/"): ResolvedPolicy {
  const layer = parsePolicy({ commands }, { layer: "user", file: "config.json" });
  return resolvePolicy([layer], { engine: "bwrap", workspace, home: "/root", temp: "/tmp" });
}

export interface ShimRequest {
  readonly path?: string;
  /** Whether the compiled launcher is used; scripts otherwise. */
  readonly isCompiled?: boolean;
  readonly workspace?: string;
}

const withoutLauncher = mkdtempSync(join(tmpdir(), "shims-folder-"));
mkdirSync(join(withoutLauncher, "shims"));
afterAll(() => {
  rmSync(withoutLauncher, { recursive: true });
});
spawnSync("cp", [join(PACKAGE, "shims/git.sh"), join(withoutLauncher, "shims/git.sh")]);

export function shimsFor(
  commands: Rules,
  { path = "/usr/bin:/bin", isCompiled = true, workspace }: ShimRequest = {},
): ShimPlan {
  const policy = policyOf(commands, workspace);
  const facts = gatherShimFacts(policy.commands, {
    ...{ path, architecture: process.arch, isNested: false },
    folder: isCompiled ? PACKAGE : withoutLauncher,
  });
  return planShims(policy, facts);
}

/** Runs a command of sh in a sandbox that has nothing but the shims. */
export function inSandbox(
  shims: ShimPlan,
  script: string,
  { path = "/usr/bin:/bin", cwd = "/" }: { readonly path?: string; readonly cwd?: string } = {},
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const scratch = mkdtempSync(join(tmpdir(), "shims-content-"));
  const plan: BwrapPlan = {
    ...{
      base: "host",
      mounts: [{ kind: "own-directory", target: "/mnt" }],
      placeholders: [],
      keptLinks: [],
      shims,
      network: "none",
      workdir: cwd,
      nests: false,
      depth: 1,
    },
    ...{
      environment: {},
      allowedVariables: [],
      workspace: { path: cwd, name: "test", hash: "test" },
    },
    user: { uid: 0, gid: 0 },
  };
  const args = toBwrapArgs(plan, {
    isTerminal: false,
    filterFd: 3,
    place: ({ target, mode, content }, index) => {
      const file = join(scratch, index.toString());
      writeFileSync(file, content, { mode });
      return ["--ro-bind", file, target];
    },
  }).filter((arg, index, all) => arg !== "--seccomp" && all[index - 1] !== "--seccomp");
  const run = spawnSync("bwrap", [...args, "--", "/bin/sh", "-c", script], {
    env: { PATH: path, HOME: "/mnt", TMPDIR: "/mnt" },
    encoding: "utf8",
  });
  spawnSync("rm", ["-rf", scratch]);
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}
