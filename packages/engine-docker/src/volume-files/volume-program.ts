import type * as FileSystem from "node:fs";

import type { VolumeChange, VolumeFile } from "@agent-sandbox/core";

// These functions run in a container, in Node's own process there: they are sent as text, so they use
// nothing but each other, their parameters and Node. An agent may have put anything at any name, and
// may be at work there now: no link is followed, and what is written gets its name when it is whole.

/** What the program reads, as JSON. */
export type VolumeTask =
  { readonly read: readonly string[] } | { readonly change: readonly VolumeChange[] };

/** What the program answers, as JSON. */
export type VolumeAnswer =
  | { readonly files: readonly (readonly [name: string, file: VolumeFile])[] }
  | { readonly replaced: readonly string[] }
  | { readonly problem: { readonly name: string; readonly message: string } };

function fileSystem(): typeof FileSystem {
  return process.getBuiltinModule("node:fs");
}

function entryOf(root: string, name: string): string {
  if (!/^\.?[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) throw new Error("it is not a file's name");
  return `${root}/${name}`;
}

function kindOf(path: string): "absent" | "file" | "a symbolic link" | "a directory" | "a device" {
  const found = fileSystem().lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "absent";
  if (found.isSymbolicLink()) return "a symbolic link";
  if (found.isDirectory()) return "a directory";
  return found.isFile() ? "file" : "a device";
}

function readEntry(entry: string): VolumeFile {
  const fs = fileSystem();
  const kind = kindOf(entry);
  if (kind === "absent") return { kind };
  if (kind !== "file") return { kind: "other", what: kind };
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let descriptor: number;
  try {
    descriptor = fs.openSync(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return { kind: "other", what: "not readable" };
  }
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) return { kind: "other", what: "not a file any more" };
    const room = Buffer.alloc(256 * 1024 + 1);
    const length = fs.readSync(descriptor, room, 0, room.length, 0);
    if (length === room.length) return { kind: "other", what: "larger than 256 KiB" };
    return { kind: "file", content: room.toString("utf8", 0, length) };
  } finally {
    fs.closeSync(descriptor);
  }
}

function writeEntry(
  root: string,
  { name, content, before }: VolumeChange & { readonly do: "write" },
): boolean {
  const fs = fileSystem();
  const entry = entryOf(root, name);
  const kind = kindOf(entry);
  if (kind === "a directory") throw new Error("it is a directory");
  const random = process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex");
  const draft = `${root}/.agent-sandbox-${random}`;
  const descriptor = fs.openSync(draft, "wx", 0o600);
  try {
    fs.writeFileSync(descriptor, content);
    fs.fsyncSync(descriptor);
    if (before !== undefined && kind !== "absent") fs.renameSync(entry, entryOf(root, before));
    fs.renameSync(draft, entry);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
  return kind !== "absent";
}

function removeEntry(root: string, name: string): boolean {
  const entry = entryOf(root, name);
  if (kindOf(entry) === "absent") return false;
  fileSystem().rmSync(entry, { recursive: true, force: true });
  return true;
}

function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { message } = error as Error;
    throw Object.assign(new Error(message), { problem: { name, message } });
  }
}

function perform(root: string, task: VolumeTask): VolumeAnswer {
  if ("read" in task) {
    return {
      files: task.read.map((name) => [name, attempt(name, () => readEntry(entryOf(root, name)))]),
    };
  }
  fileSystem().chmodSync(root, 0o700);
  const replaced = task.change.filter((change) =>
    attempt(change.name, () =>
      change.do === "write" ? writeEntry(root, change) : removeEntry(root, change.name),
    ),
  );
  return { replaced: replaced.map(({ name }) => name) };
}

function answer(root: string): string {
  try {
    const task = JSON.parse(fileSystem().readFileSync(0, "utf8")) as VolumeTask;
    return JSON.stringify(perform(root, task));
  } catch (error) {
    const { problem, message } = error as Error & { problem?: { name: string; message: string } };
    return JSON.stringify({ problem: problem ?? { name: "", message } });
  }
}

const PARTS: readonly ((...parameters: never[]) => unknown)[] = [
  ...[fileSystem, entryOf, kindOf, readEntry, writeEntry, removeEntry],
  ...[attempt, perform, answer],
];

/** A program for `node -e` with the directory as its argument: a task on its input, an answer. */
export const PROGRAM = [
  ...PARTS.map(String),
  `process.stdout.write(${answer.name}(process.argv[1]));`,
].join("\n");
