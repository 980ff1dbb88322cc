import { CONFIG_FLAG, TRUST_FLAG } from "../flags/open-flags.ts";
import type { Flags } from "../flags/flag.ts";

const { description, helpValue } = CONFIG_FLAG;

/** What every command has that opens a virtual sandbox. */
export const SANDBOX_FLAGS = {
  config: { type: "string", description, helpValue },
  env: {
    type: "string",
    multiple: true,
    description: "a variable that goes in, by its name or with a value; repeatable",
    helpValue: "NAME[=VALUE]",
  },
  import: {
    type: "string",
    multiple: true,
    description: "copy this directory of the host in, at its own path; repeatable",
    helpValue: "DIR",
  },
  snapshot: {
    type: "string",
    description: "start from this file, where it is there, and save to it at the end",
    helpValue: "FILE",
  },
  timeout: {
    type: "string",
    description: "end each command after this long",
    helpValue: "30s",
  },
  trust: TRUST_FLAG,
  view: {
    type: "string",
    multiple: true,
    description: "let this directory of the host be read as it is, at its own path; repeatable",
    helpValue: "DIR",
  },
} as const satisfies Flags;

export const VIRTUAL_FLAGS = {
  ...SANDBOX_FLAGS,
  command: {
    type: "string",
    short: "c",
    description: "run this, and end with its status",
    helpValue: "COMMAND",
  },
} as const satisfies Flags;
