import { fstatSync, readdirSync, readFileSync } from "node:fs";

import { SandboxError } from "@agent-sandbox/core";

/** Of open(2), as proc(5) shows it in "/proc/pid/fdinfo". */
const O_CLOEXEC = 0o2000000;

/** What can be covered at each start of a program without its taking long. */
const HIGHEST = 4_096;

/**
 * The highest descriptor that every program started from here would have, by whoever started this one; -1
 * where there is none. A directory among them leads out of any sandbox (openat(2)). Fails with USAGE
 * where it is too high to be covered.
 */
export function highestInherited(): number {
  const highest = Math.max(-1, ...readdirSync("/proc/self/fd").map(Number).filter(isInherited));
  if (highest <= HIGHEST) return highest;
  throw new SandboxError(
    "USAGE",
    `Cannot open a sandbox: file descriptor ${highest.toString()} would be open in it`,
    { hint: "Close it in the program that starts this one" },
  );
}

function isInherited(descriptor: number): boolean {
  try {
    const text = readFileSync(`/proc/self/fdinfo/${descriptor.toString()}`, "utf8");
    const [, flags = "0"] = /^flags:\s*(\d+)$/m.exec(text) ?? [];
    return (parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // It was closed meanwhile: the one by which the list was read.
    return false;
  }
}

const STANDARD = ["input", "output", "error"] as const;

/** Fails with USAGE where one of this process's standard streams, which a command is to have, is a directory. */
export function checkStandardStreams(): void {
  const found = STANDARD.findIndex((_, descriptor) => isDirectory(descriptor));
  if (found < 0) return;
  throw new SandboxError(
    "USAGE",
    `Cannot open a sandbox: its standard ${STANDARD[found] ?? ""} would be a directory, which leads out of it`,
    { hint: "Redirect it from or to a file" },
  );
}

function isDirectory(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isDirectory();
  } catch {
    // It is closed.
    return false;
  }
}
