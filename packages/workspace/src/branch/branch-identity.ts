import { createHash } from "node:crypto";

import type { BranchIdentity } from "@agent-sandbox/core";

import { checkName } from "./check-name.ts";

/** Leaves room for what is put before and after it in names of containers and files. */
const MAX_BYTES = 200;

const HASHED = /-[0-9a-f]{8}$/;

/**
 * The branch as git and the shelf know it; fails with BRANCH_INVALID for a name that git refuses. The
 * key is the name with `/` and white space as `__` (seed 002, "Sanitization"), and a hash where that
 * could not be told from another name's key.
 */
export function branchIdentity(name: string): BranchIdentity {
  checkName(name);
  const plain = name.replaceAll(/[/\s]/g, "__");
  const isPlain =
    plain.replaceAll("__", "/") === name && !HASHED.test(name) && bytes(plain) <= MAX_BYTES;
  return { name, key: isPlain ? plain : `${cut(plain)}-${hash(name)}` };
}

function hash(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 8);
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** The longest start of `text` in whole characters that fits. */
function cut(text: string): string {
  let kept = "";
  for (const character of text) {
    if (bytes(kept) + bytes(character) > MAX_BYTES) break;
    kept += character;
  }
  return kept;
}
