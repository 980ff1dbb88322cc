import type { FileOutcome } from "@agent-sandbox/core";

import type { AgentConfigReport } from "./init-agent-config.ts";
import type { LogoutReport } from "./log-out-agent.ts";

/** What became of each file, for people: a line each. */
export function showAgentFiles({ volume, files }: AgentConfigReport): string {
  return [`In the volume ${volume}:`, ...files.map((file) => `  ${lineOf(file)}`)].join("\n");
}

function lineOf({ name, action, note }: FileOutcome): string {
  const line = LINE[action](name);
  return note === undefined ? line : `${line}: ${note}`;
}

const LINE = {
  written: (name: string) => `Wrote ${name}`,
  left: (name: string) => `Left ${name} as it is`,
  merged: (name: string) => `Set what the sandbox needs in ${name}, and kept the rest`,
  replaced: (name: string) => `Replaced ${name}`,
} satisfies Record<FileOutcome["action"], (name: string) => string>;

/** What a logout did, and what it cannot do. */
export function showLogout({ volume, removed }: LogoutReport, where: string): string {
  if (removed.length === 0) return `There are no credentials in the volume ${volume}`;
  return [
    `Removed ${removed.join(" and ")} from the volume ${volume}`,
    `The tokens themselves still work until they expire or you end them at ${where}`,
  ].join("\n");
}
