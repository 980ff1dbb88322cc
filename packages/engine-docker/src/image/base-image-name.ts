import { SandboxError } from "@agent-sandbox/core";

// The grammar of the distribution specification for tags.
const TAG = /^\w[\w.-]{0,127}$/;

/** The base image's name for a tag; USAGE when Docker has no such tags. */
export function baseImageName(tag: string): string {
  if (TAG.test(tag)) return `agent-sandbox-base:${tag}`;
  throw new SandboxError("USAGE", `Cannot use the tag "${tag}": it is not a tag of Docker`, {
    hint: "Use letters, digits, dots, dashes and underscores, at most 128",
  });
}
