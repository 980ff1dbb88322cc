import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { answerCall, gatherFacts, type HookAnswer, policyFile } from "@agent-sandbox/agent-hook";
import { parsePolicy, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

/** A workspace with files to ask for, and a hook that judges by a policy for it. */
export interface HookedWorkspace extends Disposable {
  readonly path: string;
  readonly policy: (config?: unknown) => ResolvedPolicy;
  readonly ask: (tool: string, input: unknown, config?: unknown) => HookAnswer;
}

export function makeHookedWorkspace(): HookedWorkspace {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-test-")));
  const path = join(top, "project");
  const home = join(top, "home");
  fill(path, top);
  const policy = (config: unknown = {}) =>
    resolvePolicy([parsePolicy(config, { layer: "project" })], {
      ...{ engine: "docker", workspace: path, home, temp: join(top, "tmp") },
    });
  return {
    path,
    policy,
    ask: (tool, input, config) =>
      answerCall({
        call: JSON.stringify({ tool_name: tool, tool_input: input, cwd: path }),
        policy: policyFile(policy(config)),
        directory: "/",
        variables: { HOME: home, HERE: path },
        gatherFacts,
      }),
    [Symbol.dispose]: () => {
      rmSync(top, { recursive: true, force: true });
    },
  };
}

function fill(path: string, top: string): void {
  for (const folder of ["src/deep", ".git/hooks", "safe"]) {
    mkdirSync(join(path, folder), { recursive: true });
  }
  mkdirSync(join(top, "home/.ssh"), { recursive: true });
  const files = [
    ".env",
    ".env.example",
    "src/app.ts",
    "src/deep/server.pem",
    "safe/a",
    "../outside",
  ];
  for (const file of files) writeFileSync(join(path, file), "x\n");
  symlinkSync("../.env", join(path, "src/link"));
  symlinkSync("../outside", join(path, "away"));
  symlinkSync("loop", join(path, "loop"));
}
