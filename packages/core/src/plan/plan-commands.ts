import { decide, type ResolvedCommand, type ResolvedPolicy } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { HostFacts, ScriptFact } from "../facts.ts";
import type { PlannedCommand, ShownMount } from "../plan.ts";
import { isInside, relativeInside } from "../relative-inside.ts";
import { cannotKeep } from "./cannot-keep.ts";

/** Where a sandbox has the scripts that run in place of programs. */
const SCRIPTS = "/run/agent-sandbox/wrappers";

/** What opens and enters sandboxes, and judges agents' calls. */
const NEEDED: ReadonlySet<string> = new Set(["sh", "dash", "bash", "node", "tini"]);

type ScriptCommand = ResolvedCommand & { readonly rule: { readonly script: string } };

/** The files that run in place of programs, by their paths on the host. */
export function scriptsOf({ commands }: ResolvedPolicy): readonly string[] {
  return [...new Set(commands.filter(isScript).map(({ rule }) => rule.script))];
}

function isScript(command: ResolvedCommand): command is ScriptCommand {
  return typeof command.rule === "object";
}

/** Pure: the programs that are not what they are in the image. Fails with POLICY_UNSUPPORTED. */
export function planCommands({ commands }: ResolvedPolicy): readonly PlannedCommand[] {
  return commands.flatMap(({ name, rule, source }): readonly PlannedCommand[] => {
    if (rule === "@git" || (rule === true && name !== "git")) return [];
    if (NEEDED.has(name)) {
      const state = `sandboxes are opened and entered by "${name}"`;
      throw cannotKeep(source, state, "Take it out: whoever has another shell needs none of these");
    }
    if (rule === true) return [{ name, does: "plain" }];
    return [{ name, does: rule === false ? "no" : "run" }];
  });
}

/**
 * Pure: the mounts of the scripts, read-only. Fails with WORKSPACE_INVALID where one cannot be run,
 * and with POLICY_UNSUPPORTED where an agent could change it.
 */
export function scriptMounts(policy: ResolvedPolicy, facts: HostFacts): readonly ShownMount[] {
  return policy.commands.filter(isScript).map((command) => {
    const { script } = command.rule;
    checkScript(command, { policy, facts });
    return { source: script, target: `${SCRIPTS}/${command.name}`, mode: "ro" };
  });
}

/** Scripts of the workspace, relative to it: what runs in place of a program is not the agent's to write. */
export function scriptsInside(policy: ResolvedPolicy): readonly string[] {
  const { workspace } = policy.filesystem.places;
  return scriptsOf(policy).flatMap((path) => relativeInside(workspace, path) ?? []);
}

function checkScript(
  { name, source, rule: { script } }: ScriptCommand,
  { policy, facts }: { readonly policy: ResolvedPolicy; readonly facts: HostFacts },
): void {
  const state = STATES[facts.scripts.get(script) ?? "absent"];
  if (state !== undefined) {
    throw new SandboxError(
      "WORKSPACE_INVALID",
      `Cannot run "${script}" for "${name}": ${state[0]}`,
      {
        hint: state[1],
      },
    );
  }
  if (isInside(policy.filesystem.places.workspace, script)) return;
  const target = { path: script, real: script };
  if (decide(policy, { operation: "write", target }).effect === "deny") return;
  throw cannotKeep(
    source,
    `"${script}" can be written from inside`,
    "Put the script where filesystem.rw does not reach",
  );
}

const STATES: Readonly<Record<ScriptFact, readonly [state: string, hint: string] | undefined>> = {
  program: undefined,
  absent: ["it is not there", "Write the path as it is from the workspace, or an absolute one"],
  link: ["it is, or is below, a symbolic link", "Name what the link points to"],
  other: ["it is not a file", "Name a script"],
  "not-executable": ["it is not executable", "Let it be run: chmod +x"],
};
