import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** What the first record of a file follows. */
export const FIRST_HASH = "0".repeat(64);

/** SHA-256, in hex, of the hash before a record and the record without its own. */
export function recordHash(previous: string, record: object): string {
  return createHash("sha256")
    .update(`${previous}\n${canonicalJson(record)}`)
    .digest("hex");
}
