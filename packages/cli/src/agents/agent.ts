import { readClaude } from "./read-claude.ts";
import { readCodex } from "./read-codex.ts";
import type { Happening } from "./happening.ts";

/** What it takes to run an agent without a person. */
interface Agent {
  readonly title: string;
  /** Reads the prompt from its input and tells what it does in lines of JSON. */
  readonly argv: readonly [string, ...string[]];
  /** Pure: what one of these lines tells. */
  readonly read: (line: unknown) => readonly Happening[];
  /** The variable that it takes a key from. */
  readonly keyVariable: string;
}

/** The container is the wall: their own questions and sandboxes are off inside. */
export const AGENTS = {
  claude: {
    title: "Claude Code",
    argv: [
      ...(["claude", "--print", "--dangerously-skip-permissions"] as const),
      ...["--output-format", "stream-json", "--verbose"],
    ],
    read: readClaude,
    keyVariable: "ANTHROPIC_API_KEY",
  },
  codex: {
    title: "Codex",
    argv: [
      ...(["codex", "exec", "--json", "--skip-git-repo-check"] as const),
      "--dangerously-bypass-approvals-and-sandbox",
    ],
    read: readCodex,
    keyVariable: "CODEX_API_KEY",
  },
} as const satisfies Readonly<Record<string, Agent>>;

export type AgentName = keyof typeof AGENTS;

export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(AGENTS, name);
}

/** The command line of an agent. */
export function agentArgv(
  name: AgentName,
  model: string | undefined,
): readonly [string, ...string[]] {
  return [...AGENTS[name].argv, ...(model === undefined ? [] : [`--model=${model}`])];
}

/** The ways to sign an agent in, for people. */
export function signInHint(name: AgentName): string {
  const { keyVariable } = AGENTS[name];
  return [
    `Sign in with "agent-sandbox login ${name}"`,
    `bring this machine's sign-in with "agent-sandbox ${name}-init-config --auth"`,
    `or set ${keyVariable} and name it in the configuration: "environment": { "allow": ["${keyVariable}"] }`,
  ].join("; ");
}
