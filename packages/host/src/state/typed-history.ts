import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Lines that somebody has typed, the oldest first. */
export interface TypedHistory {
  readonly lines: readonly string[];
  /** Kept at once, so that nothing that ends this process loses it. */
  add(line: string): void;
}

const KEPT = 1000;

/** Of all sessions of one kind, in the user's state folder, readable by the user alone. */
export function openTypedHistory(stateDir: string, kind: string): TypedHistory {
  const file = join(stateDir, "history", kind);
  const all = linesOf(file);
  const lines = all.slice(-KEPT);
  if (all.length > 2 * KEPT) shorten(file, lines);
  return { lines, add: (line) => add(file, line) };
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

function shorten(file: string, lines: readonly string[]): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // It is as good as before, and shorter next time.
  }
}

/** A line that cannot be kept, on a full disk, is no reason not to run it. */
function add(file: string, line: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch {
    // The next one may find room.
  }
}
