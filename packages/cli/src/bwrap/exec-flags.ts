import { CONFIG_FLAG, TRUST_FLAG } from "../flags/open-flags.ts";
import type { Flags } from "../flags/flag.ts";

/** What stands before the command of `agent-sandbox exec`. */
export const EXEC_FLAGS = {
  cwd: { type: "string", short: "C", description: "as if started there", helpValue: "PATH" },
  config: CONFIG_FLAG,
  network: {
    type: "boolean",
    description: "share the host's network, or close it: --network=false",
  },
  docker: { type: "boolean", description: "grant the Docker daemon's socket" },
  nested: { type: "boolean", description: "let a sandbox be opened in this one" },
  ro: {
    type: "string",
    description: "readable, not writable; repeatable, a glob",
    helpValue: "PATH",
  },
  rw: { type: "string", description: "writable; repeatable, a glob", helpValue: "PATH" },
  exclude: { type: "string", description: "not there; repeatable, a glob", helpValue: "PATH" },
  cmd: {
    type: "string",
    description: "what a command does: true, false, @git or a script; repeatable, or with commas",
    helpValue: "NAME=RULE",
  },
  env: {
    type: "string",
    description: "a variable that goes in, by its name or with a value; repeatable",
    helpValue: "NAME[=VALUE]",
  },
  "env-inherit": {
    type: "string",
    description: "how much of the environment goes in",
    options: ["core", "all", "none"],
  },
  "dry-run": { type: "boolean", description: "print what would run, for a shell to read" },
  debug: { type: "boolean", description: "tell on standard error what was found and decided" },
  trust: TRUST_FLAG,
} as const satisfies Flags;

export type ExecFlag = keyof typeof EXEC_FLAGS;
