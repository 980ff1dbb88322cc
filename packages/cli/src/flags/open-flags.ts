import type { OpenRequest } from "../prepare-workspace.ts";
import type { Flags } from "./flag.ts";

export const CONFIG_FLAG = {
  type: "string",
  short: "c",
  description: "read this file in place of the project's configuration",
  helpValue: "FILE",
} as const;

export const ENGINE_FLAG = {
  type: "string",
  description:
    "what makes the sandbox, whatever the configuration says: docker, bwrap on this machine itself, or auto: docker where it has this workspace's image",
  options: ["docker", "bwrap", "auto"],
} as const;

export const BASE_TAG_FLAG = {
  type: "string",
  description: "the tag of the base image to build on, where an image is built",
  helpValue: "TAG",
} as const;

export const TRUST_FLAG = {
  type: "boolean",
  description: "accept what the workspace's files ask for, for this once",
  default: false,
} as const;

export const BRANCH_FLAG = {
  type: "string",
  short: "b",
  description: "work on this branch, in a worktree of its own; it is made where it is new",
  helpValue: "NAME",
} as const;

/** How a branch is made ready. */
export const PROVISION_FLAGS = {
  from: {
    type: "string",
    description: "where a new branch starts: by default at the host's current branch",
    helpValue: "REF",
  },
  fetch: {
    type: "boolean",
    description: "fetch origin on the host first, with your own credentials",
    default: true,
  },
} as const satisfies Flags;

/** The flags of every command that opens a sandbox. */
export const OPEN_FLAGS = {
  branch: BRANCH_FLAG,
  ...PROVISION_FLAGS,
  "base-tag": BASE_TAG_FLAG,
  build: { type: "boolean", description: "build this workspace's image first", default: false },
  config: CONFIG_FLAG,
  trust: TRUST_FLAG,
} as const satisfies Flags;

/** What these flags ask for. */
export function openRequest(flags: {
  readonly "base-tag"?: string | undefined;
  readonly branch?: string | undefined;
  readonly build: boolean;
  readonly config?: string | undefined;
  readonly fetch: boolean;
  readonly from?: string | undefined;
  readonly trust: boolean;
}): Omit<OpenRequest, "path"> {
  const { "base-tag": baseTag, branch, build, config: configFile, fetch, from, trust } = flags;
  return { baseTag, branch, build, configFile, fetch, from, trust };
}
