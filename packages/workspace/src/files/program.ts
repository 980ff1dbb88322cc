import type * as FileSystem from "node:fs";

import type { FoundRecord, Kind, Outcome, Step } from "./step.ts";

// These functions run in the session, in its own process: they are sent there as text, so they
// use nothing but each other, their parameters and Node. An agent may replace a directory by a link
// at any moment; so each one is opened in its parent, and no link is followed (openat(2) is not in
// Node, but Linux shows an open directory under /proc/self/fd).

function fileSystem(): typeof FileSystem {
  return process.getBuiltinModule("node:fs");
}

function kindOf(path: string): Kind {
  const found = fileSystem().lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "absent";
  if (found.isSymbolicLink()) return "link";
  if (found.isDirectory()) return "directory";
  return found.isFile() ? "file" : "other";
}

/** Thrown as it is; the program answers with it. */
function obstacle(path: string, reason: Kind): Error {
  return Object.assign(new Error(`"${path}" is ${reason}`), { obstacle: { path, reason } });
}

/** Opens the directory `segments` below `root` without following links, and gives its descriptor. */
function pin(root: string, segments: readonly string[], make: boolean): number {
  const fs = fileSystem();
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  let descriptor = fs.openSync(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  segments.forEach((segment, index) => {
    const entry = `/proc/self/fd/${descriptor}/${segment}`;
    const kind = kindOf(entry);
    if (kind === "absent" && make) fs.mkdirSync(entry);
    else if (kind !== "directory") throw obstacle(segments.slice(0, index + 1).join("/"), kind);
    const next = fs.openSync(entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    fs.closeSync(descriptor);
    descriptor = next;
  });
  return descriptor;
}

/** Calls `action` with a path that reaches the entry through its opened parent. */
function inParent<T>({ root, path }: Step, make: boolean, action: (entry: string) => T): T {
  const segments = path.split("/");
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) throw obstacle(path, "other");
  const descriptor = pin(root, segments.slice(0, -1), make);
  try {
    return action(`/proc/self/fd/${descriptor}/${String(segments.at(-1))}`);
  } finally {
    fileSystem().closeSync(descriptor);
  }
}

function expectKind(step: Step, entry: string, expected: Kind): void {
  const kind = kindOf(entry);
  if (kind !== expected) throw obstacle(step.path, kind);
}

/** Of a small file; undefined where it is none. */
function readSmall(entry: string): string | undefined {
  const fs = fileSystem();
  if (kindOf(entry) !== "file") return undefined;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const descriptor = fs.openSync(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return fs.fstatSync(descriptor).size > 2 ** 20
      ? undefined
      : fs.readFileSync(descriptor, "utf8");
  } finally {
    fs.closeSync(descriptor);
  }
}

function look(step: Step): Outcome {
  try {
    return inParent(step, false, (entry) => {
      const kind = kindOf(entry);
      const content = kind === "file" ? readSmall(entry) : undefined;
      return content === undefined ? { kind } : { kind, content };
    });
  } catch (error) {
    const found = (error as { obstacle?: { reason: Kind } }).obstacle;
    if (found?.reason === "absent") return { kind: "absent" };
    throw error;
  }
}

function records(step: Step): Outcome {
  const fs = fileSystem();
  const descriptor = pin(step.root, step.path.split("/"), false);
  const top = `/proc/self/fd/${descriptor}`;
  const found = fs.readdirSync(top).flatMap((name): FoundRecord[] => {
    if (kindOf(`${top}/${name}`) !== "directory") return [];
    const entries = fs.readdirSync(`${top}/${name}`);
    const files = ["HEAD", "provisioned"].flatMap((file) => {
      const content = entries.includes(file) ? readSmall(`${top}/${name}/${file}`) : undefined;
      return content === undefined ? [] : [[file, content] as const];
    });
    return [{ name, entries: entries.length, files: Object.fromEntries(files) }];
  });
  fs.closeSync(descriptor);
  return { records: found };
}

function makeDirectory(step: Step, orFile: boolean): Outcome {
  if (orFile && look(step).kind === "file") return {};
  fileSystem().closeSync(pin(step.root, step.path.split("/"), true));
  return {};
}

/** A file of that content beside `entry`, made anew. */
function draft(entry: string, content: string, mode: number): string {
  const fs = fileSystem();
  const path = `${entry}.agent-sandbox-new`;
  fs.rmSync(path, { force: true, recursive: true });
  fs.writeFileSync(path, content, { flag: "wx", mode });
  return path;
}

function makeFile(step: Step, content: string): Outcome {
  return inParent(step, true, (entry) => {
    const fs = fileSystem();
    if (kindOf(entry) === "absent") {
      const made = draft(entry, content, 0o644);
      fs.linkSync(made, entry);
      fs.unlinkSync(made);
    }
    expectKind(step, entry, "file");
    return {};
  });
}

function writeFile(step: Step, changed: (before: string) => string): Outcome {
  return inParent(step, true, (entry) => {
    const fs = fileSystem();
    if (kindOf(entry) === "absent") fs.renameSync(draft(entry, changed(""), 0o644), entry);
    expectKind(step, entry, "file");
    const descriptor = fs.openSync(entry, fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
    const before = fs.readFileSync(descriptor, "utf8");
    const after = changed(before);
    if (before !== after) {
      const length = fs.writeSync(descriptor, after, 0);
      fs.ftruncateSync(descriptor, length);
    }
    fs.closeSync(descriptor);
    return {};
  });
}

function withLines(before: string, lines: string): string {
  const present = new Set(before.split("\n"));
  const missing = lines.split("\n").filter((line) => !present.has(line));
  const start = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  return missing.length === 0 ? before : `${start}${missing.join("\n")}\n`;
}

function publish(step: Step, content: string): Outcome {
  return inParent(step, true, (entry) => {
    const fs = fileSystem();
    if (readSmall(entry) === content) return {};
    const made = draft(entry, content, 0o444);
    fs.chmodSync(made, 0o444);
    fs.renameSync(made, entry);
    return {};
  });
}

/** Gives its owner the right to empty each directory; O_PATH opens what may not be read. */
function openUp(entry: string): void {
  const fs = fileSystem();
  if (kindOf(entry) !== "directory") return;
  const flags = 0o10000000 | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;
  const descriptor = fs.openSync(entry, flags);
  const path = `/proc/self/fd/${descriptor}`;
  fs.chmodSync(path, 0o700);
  for (const name of fs.readdirSync(path)) openUp(`${path}/${name}`);
  fs.closeSync(descriptor);
}

function remove(step: Step): Outcome {
  const fs = fileSystem();
  try {
    inParent(step, false, (entry) => {
      try {
        fs.rmSync(entry, { recursive: true, force: true });
      } catch {
        openUp(entry);
        fs.rmSync(entry, { recursive: true, force: true });
      }
    });
  } catch (error) {
    const found = (error as { obstacle?: { reason: Kind } }).obstacle;
    if (found?.reason !== "absent") throw error;
  }
  return {};
}

function unlock(step: Step, ours: boolean): Outcome {
  if (look(step).kind === "absent") return {};
  return inParent(step, false, (entry) => {
    takeOver(entry, ours);
    return {};
  });
}

function takeOver(entry: string, ours: boolean): void {
  const fs = fileSystem();
  const kind = kindOf(entry);
  if (kind === "directory")
    for (const name of fs.readdirSync(entry)) takeOver(`${entry}/${name}`, ours);
  if (kind !== "file" || !entry.endsWith(".lock")) return;
  while (!ours && isYoung(entry)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  fs.rmSync(entry, { force: true });
}

/** Also against a clock that was set: what lies far in the future is as little held as what is old. */
function isYoung(lock: string): boolean {
  const found = fileSystem().lstatSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < 10_000;
}

function perform(step: Step): Outcome {
  switch (step.do) {
    case "look":
      return look(step);
    case "records":
      return records(step);
    case "remove":
      return remove(step);
    case "directory":
      return makeDirectory(step, step.orFile === true);
    case "file":
      return makeFile(step, step.content);
    case "write":
      return writeFile(step, () => step.content);
    case "lines":
      return writeFile(step, (before) => withLines(before, step.content));
    case "publish":
      return publish(step, step.content);
    case "unlock":
      return unlock(step, step.ours);
  }
}

function attempt(step: Step): Outcome {
  try {
    return perform(step);
  } catch (error) {
    const { obstacle: found, message } = error as Error & {
      obstacle?: { path: string; reason: Kind };
    };
    return { problem: { path: step.path, reason: "failed", ...found, message } };
  }
}

function performAll(groups: readonly (readonly Step[])[]): readonly (readonly Outcome[])[] {
  return groups.map((steps) => {
    const outcomes: Outcome[] = [];
    for (const step of steps) {
      const outcome = attempt(step);
      outcomes.push(outcome);
      if (outcome.problem !== undefined) break;
    }
    return outcomes;
  });
}

const PARTS: readonly ((...parameters: never[]) => unknown)[] = [
  ...[fileSystem, kindOf, obstacle, pin, inParent, expectKind, readSmall, look, records],
  ...[makeDirectory, draft, makeFile, writeFile, withLines, publish, openUp, remove],
  ...[unlock, takeOver, isYoung, perform, attempt, performAll],
];

/** What a session evaluates: groups of steps as JSON in, their outcomes as JSON out. */
export const SCRIPT = [
  ...PARTS.map(String),
  `return JSON.stringify(${performAll.name}(JSON.parse(input)));`,
].join("\n");
