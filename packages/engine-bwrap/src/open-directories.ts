import { closeSync, fstatSync, openSync, readdirSync } from "node:fs";

/**
 * What a child gets in the place of directories that this process was started with open, from descriptor `from`
 * on: by one, whoever has it writes past all mounts. Nothing where there is none; to be disposed after the start.
 */
export function coverDirectories(from: number): Disposable & {
  readonly stdio: readonly (number | "ignore")[];
} {
  const open = readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => fd >= from && isDirectory(fd));
  if (open.length === 0) return { stdio: [], [Symbol.dispose]: () => undefined };
  const nothing = openSync("/dev/null", "r");
  const covered = new Set(open);
  const length = Math.max(...open) - from + 1;
  return {
    // Others stay as they are: `<(…)` of a shell is one.
    stdio: Array.from({ length }, (_, index) => (covered.has(from + index) ? nothing : "ignore")),
    [Symbol.dispose]: () => {
      closeSync(nothing);
    },
  };
}

function isDirectory(fd: number): boolean {
  try {
    return fstatSync(fd).isDirectory();
  } catch {
    // The one that the listing was read by.
    return false;
  }
}
