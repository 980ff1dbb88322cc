import { hash } from "node:crypto";

import { snapshotInvalid, TAMPERED } from "./snapshot-invalid.ts";

/**
 * Eight bytes that say what it is, the version of the format (32 bits, little-endian), the length of the
 * manifest (the same), its SHA-256; the manifest, as JSON; then the content of files, each one once, in the
 * order in which the manifest names them.
 */
const MAGIC = Buffer.from("asbxsnap");
const VERSION = 1;
const DIGEST = 32;
const VERSION_AT = MAGIC.length;
const LENGTH_AT = VERSION_AT + 4;
const DIGEST_AT = LENGTH_AT + 4;
const HEADER = DIGEST_AT + DIGEST;

export function frame(manifest: string, contents: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.from(manifest);
  const header = Buffer.alloc(HEADER);
  header.set(MAGIC);
  header.writeUInt32LE(VERSION, VERSION_AT);
  header.writeUInt32LE(text.length, LENGTH_AT);
  header.set(hash("sha256", text, "buffer"), DIGEST_AT);
  return Buffer.concat([header, text, ...contents]);
}

export interface Unframed {
  readonly manifest: unknown;
  readonly contents: Uint8Array;
}

/** Fails with SNAPSHOT_INVALID where the manifest is not whole. */
export function unframe(bytes: Uint8Array): Unframed {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  checkKind(view);
  const end = view.length < HEADER ? Infinity : HEADER + view.readUInt32LE(LENGTH_AT);
  if (end > view.length) throw snapshotInvalid("it is cut off");
  const text = view.subarray(HEADER, end);
  const digest = view.subarray(DIGEST_AT, HEADER);
  if (!hash("sha256", text, "buffer").equals(digest)) throw snapshotInvalid(TAMPERED);
  return { manifest: parsed(text), contents: view.subarray(end) };
}

function checkKind(view: Buffer): void {
  const start = view.subarray(0, MAGIC.length);
  if (!start.equals(MAGIC.subarray(0, start.length))) {
    throw snapshotInvalid("it is no snapshot", "Name a file that a sandbox was saved to");
  }
  if (view.length < LENGTH_AT) throw snapshotInvalid("it is cut off");
  const version = view.readUInt32LE(VERSION_AT);
  if (version === VERSION) return;
  const state = `it is of version ${version} of the format, and this reads version ${VERSION}`;
  throw snapshotInvalid(state, "Use the agent-sandbox that saved it, or a later one");
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString("utf8")) as unknown;
  } catch {
    throw snapshotInvalid("its manifest cannot be read");
  }
}
