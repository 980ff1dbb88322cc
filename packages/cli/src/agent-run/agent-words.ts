import type { AgentName } from "@agent-sandbox/core";
import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import { agentArgv } from "../agents/agent.ts";

type Words = readonly string[];
type Argv = readonly [string, ...string[]];

/** How each program is told what an agent is to be, beside what it says to all. */
const INSTRUCTIONS = {
  claude: (text) => ["--append-system-prompt", text],
  codex: (text) => ["--config", `developer_instructions=${tomlText(text)}`],
} as const satisfies Record<AgentName, (text: string) => Words>;

/** Pure: the words that tell a program its instructions and its model. */
export function personaWords(
  agent: AgentName,
  { instructions, model }: { readonly instructions: string; readonly model: string | undefined },
): Words {
  return [
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(instructions === "" ? [] : INSTRUCTIONS[agent](instructions)),
  ];
}

/** A basic string of TOML 1.0: JSON's, but that it also takes DEL for a control character. */
function tomlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}

/** Without a sandbox their own questions stay, and what nobody can be asked is refused. */
const ON_HOST = {
  claude: ["claude", "--print", "--output-format", "stream-json", "--verbose"],
  codex: ["codex", "exec", "--json", "--skip-git-repo-check"],
} as const satisfies Record<AgentName, Argv>;

/** Pure: the command line that an agent's program is given on the host, with a prompt or a person. */
export function hostArgv(agent: AgentName, { prompted }: { readonly prompted: boolean }): Argv {
  return prompted ? ON_HOST[agent] : [agent];
}

/** Pure: that of an agent in a container, where a hook judges what it calls. */
export function containerArgv(
  agent: AgentName,
  { prompted }: { readonly prompted: boolean },
): Argv {
  return prompted ? agentArgv(agent, undefined) : [agent];
}

/**
 * Pure: the command line of an agent in a sandbox of this machine, where no hook judges its calls. Claude Code
 * takes the rules itself, and asks nobody where there is no list of tools; what Codex may write is up to the
 * sandbox.
 */
export function sandboxedArgv(
  agent: AgentName,
  policy: ResolvedPolicy,
  { prompted }: { readonly prompted: boolean },
): Argv {
  if (agent === "codex") return containerArgv(agent, { prompted });
  const { allow, narrowed } = policy.tools;
  const isListed = (narrowed ?? allow) !== null;
  const argv = isListed || !prompted ? hostArgv(agent, { prompted }) : agentArgv(agent, undefined);
  return [...argv, ...ruleWords(agent, policy, { readOnly: false })];
}

/**
 * Pure: the rules as the program itself takes them, in front of other words. Claude Code asks for each tool that it
 * is not given; Codex knows no rules for tools, and has a sandbox of its own.
 */
export function ruleWords(
  agent: AgentName,
  policy: ResolvedPolicy,
  { readOnly }: { readonly readOnly: boolean },
): Words {
  if (agent === "codex") return ["--sandbox", readOnly ? "read-only" : "workspace-write"];
  const { allow, narrowed, deny } = policy.tools;
  const given = (narrowed ?? allow ?? []).map(({ value }) => value);
  const allowed = given.filter((rule) => isGranted(policy, rule));
  const denied = deny.map(({ value }) => value);
  return [
    ...(allowed.length === 0 ? [] : ["--allowedTools", ...allowed]),
    ...(denied.length === 0 ? [] : ["--disallowedTools", ...denied]),
  ];
}

/** Whether the policy itself lets a call through that is named as the rule names it. */
function isGranted(policy: ResolvedPolicy, rule: string): boolean {
  const [, tool = rule, argument] = /^([^()]+)\((.*?)(?::\*)?\)$/s.exec(rule) ?? [];
  return decide(policy, { operation: "tool", tool, argument }).effect === "allow";
}
