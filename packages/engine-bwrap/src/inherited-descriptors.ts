import { closeSync, fstatSync, openSync, readdirSync, readFileSync, type Stats } from "node:fs";

import { SandboxError } from "@agent-sandbox/core";

/** Of open(2), as proc(5) shows it in "/proc/pid/fdinfo". */
const O_CLOEXEC = 0o2000000;

/**
 * What a child gets in the place of what leads out of a sandbox and would be open in it, from descriptor
 * `from` on: whoever has a directory gets past all mounts (openat(2)), and a socket is somebody's outside.
 * Nothing where there is none; to be disposed after the start.
 */
export function coverWaysOut(from: number): Disposable & {
  readonly stdio: readonly (number | "ignore")[];
} {
  const open = readdirSync("/proc/self/fd").map(Number);
  const ways = new Set(open.filter((fd) => fd >= from && leadsOut(fd) && isInherited(fd)));
  if (ways.size === 0) return { stdio: [], [Symbol.dispose]: () => undefined };
  const nothing = openSync("/dev/null", "r");
  return {
    // Others stay as they are: `<(…)` of a shell is one.
    stdio: Array.from({ length: Math.max(...ways) - from + 1 }, (_, index) =>
      ways.has(from + index) ? nothing : "ignore",
    ),
    [Symbol.dispose]: () => {
      closeSync(nothing);
    },
  };
}

const STANDARD = ["input", "output", "error"] as const;

/** Fails with USAGE where one of this process's standard streams, which a command is to have, is a directory. */
export function checkStandardStreams(): void {
  const found = STANDARD.findIndex((_, fd) => statOf(fd)?.isDirectory());
  if (found < 0) return;
  throw new SandboxError(
    "USAGE",
    `Cannot open a sandbox: its standard ${STANDARD[found] ?? ""} would be a directory, which leads out of it`,
    { hint: "Redirect it from or to a file" },
  );
}

function leadsOut(fd: number): boolean {
  const stat = statOf(fd);
  if (stat === undefined) return false;
  return !(stat.isFile() || stat.isFIFO() || stat.isCharacterDevice());
}

/** Every program that is started from here would have it: Node closes its own. */
function isInherited(fd: number): boolean {
  const text = readFileSync(`/proc/self/fdinfo/${fd.toString()}`, "utf8");
  const [, flags = "0"] = /^flags:\s*(\d+)$/m.exec(text) ?? [];
  return (parseInt(flags, 8) & O_CLOEXEC) === 0;
}

/** Undefined for what is closed: the one that a list was read by. */
function statOf(fd: number): Stats | undefined {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}
