import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

import { errnoOf } from "../errno.ts";
import type { Environment } from "../state/directories.ts";
import { readTextFile } from "../state/text-file.ts";

/** Whether bubblewrap starts on this machine, and what forbids it. */
export interface BubblewrapFacts {
  readonly isInstalled: boolean;
  readonly starts: boolean;
  /** What it said where it does not start. */
  readonly said: string;
  /** Ubuntu's AppArmor keeps programs without a profile from user namespaces. */
  readonly isKeptByAppArmor: boolean;
}

/** Read-only, and with no right that the sandbox could keep. */
const TRY = [
  ...["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--die-with-parent"],
  ...["--ro-bind", "/", "/", "--", "true"],
];

/** Starts it once, as a sandbox would. */
export async function readBubblewrapFacts(
  env: Environment,
  signal: AbortSignal,
): Promise<BubblewrapFacts> {
  const restriction = readTextFile("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");
  const isKeptByAppArmor = restriction?.trim() === "1";
  const child = spawn("bwrap", TRY, { cwd: "/", env, signal, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  try {
    const [said] = await Promise.all([text(child.stderr), ended]);
    const starts = child.exitCode === 0;
    return { isInstalled: true, starts, said: said.trim(), isKeptByAppArmor };
  } catch (error) {
    signal.throwIfAborted();
    if (errnoOf(error) !== "ENOENT") throw error;
    return { isInstalled: false, starts: false, said: "", isKeptByAppArmor };
  }
}
