import { SandboxError, type SandboxErrorDetails } from "@agent-sandbox/core";

/** What an agent's own file says, as far as it is read here. */
export interface AgentFile {
  readonly file: string;
  /** Whether it is the workspace's own, or the user's. */
  readonly from: "workspace" | "user";
  /** What it calls its model; undefined where it takes whichever there is. */
  readonly model: string | undefined;
  /** The only tools that it may call; undefined is all of them. */
  readonly tools: readonly string[] | undefined;
  readonly disallowedTools: readonly string[];
  /** What the agent is told of itself. */
  readonly instructions: string;
}

export function unreadable(
  file: string,
  state: string,
  details: string | SandboxErrorDetails,
): SandboxError {
  const message = `Cannot read "${file}": ${state}`;
  const hinted = typeof details === "string" ? { hint: details } : details;
  return new SandboxError("CONFIG_INVALID", message, hinted);
}
