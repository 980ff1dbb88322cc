import { basename } from "node:path";

import { SandboxError } from "@agent-sandbox/core";
import type { ResolvedCommand } from "@agent-sandbox/policy";

import type { ShimFacts } from "./shim-facts.ts";

/** Those commands that something is to be put in place of, if that can be done; `found`: hidden programs too. */
export function checkShims(
  commands: readonly ResolvedCommand[],
  facts: ShimFacts,
  found: Pick<ShimFacts, "programs">,
): readonly ResolvedCommand[] {
  const ruled = commands.filter(
    (command) => command.rule !== true && isWished(command, facts, found),
  );
  for (const command of ruled) checkScript(command, ruled, facts);
  const isByShell = facts.launcher === undefined || ruled.some(({ rule }) => rule !== false);
  const shell = ruled.find(({ name }) => (facts.programs.get(name) ?? []).includes(facts.shell));
  if (isByShell && shell !== undefined) {
    throw cannotKeep(shell.name, "what stands in place of programs is run by it", {
      hint: "Take it out: whoever has another shell needs none of these",
    });
  }
  return ruled;
}

/** What the defaults say is for machines that have the program. */
function isWished(
  { name, rule, source }: ResolvedCommand,
  { programs }: ShimFacts,
  found: Pick<ShimFacts, "programs">,
): boolean {
  if ((programs.get(name) ?? []).length > 0) return true;
  const [hidden] = found.programs.get(name) ?? [];
  // Nobody runs what is hidden.
  if (source.layer === "defaults" || (hidden !== undefined && rule === false)) return false;
  if (hidden !== undefined) {
    throw cannotKeep(name, `"${hidden}" is hidden, and nothing can stand in its place`, {
      hint: "Take this rule out, or the one that hides it",
    });
  }
  throw new SandboxError(
    "PROGRAM_MISSING",
    `Cannot keep commands.${name}: "${name}" is not on PATH`,
    {
      hint: "Take the rule out, or install the program",
    },
  );
}

function checkScript(
  { name, rule }: ResolvedCommand,
  ruled: readonly ResolvedCommand[],
  { scripts }: ShimFacts,
): void {
  if (typeof rule !== "object") return;
  const script = scripts.get(rule.script) ?? { problem: "it is not there" };
  if ("problem" in script) {
    const message = `Cannot run "${rule.script}" for "${name}": ${script.problem}`;
    throw new SandboxError("WORKSPACE_INVALID", message, { hint: "Name a script that can be run" });
  }
  const interpreter = interpreterOf(script.content);
  const own = ruled.find((other) => other.name === interpreter);
  if (own === undefined || own.rule === "@git") return;
  throw cannotKeep(name, `"${rule.script}" is run by "${own.name}", which has a rule itself`, {
    hint: "Write the script for another interpreter, such as /bin/sh",
  });
}

/** The program that the kernel starts for a script; what env(1) looks for, where it is that. */
function interpreterOf(content: Uint8Array): string | undefined {
  const [line = ""] = Buffer.from(content.subarray(0, 256)).toString("latin1").split("\n");
  if (!line.startsWith("#!")) return undefined;
  const [program = "", ...words] = line.slice(2).trim().split(/\s+/);
  if (basename(program) !== "env") return basename(program);
  return words.find((word) => !word.startsWith("-") && !word.includes("="));
}

function cannotKeep(name: string, state: string, details: { readonly hint: string }): SandboxError {
  return new SandboxError("POLICY_UNSUPPORTED", `Cannot keep commands.${name}: ${state}`, details);
}
