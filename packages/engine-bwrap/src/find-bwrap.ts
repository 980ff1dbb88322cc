import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

import { type BwrapPlan, isInside, SandboxError } from "@agent-sandbox/core";

import { isProgram } from "./is-program.ts";

/**
 * bubblewrap on the PATH of whoever starts it, absolute; never one that a sandbox could have written.
 * Fails with ENGINE_UNAVAILABLE: nothing runs without a sandbox.
 */
export function findBwrap(path: string | undefined, plan: Pick<BwrapPlan, "mounts">): string {
  if (process.platform !== "linux") {
    throw new SandboxError(
      "ENGINE_UNAVAILABLE",
      `Cannot open a sandbox: bubblewrap needs Linux, and this is ${process.platform}`,
      { hint: "Use the docker engine: agent-sandbox run" },
    );
  }
  const found = findTool("bwrap", path, plan);
  if (found !== undefined) return found;
  throw new SandboxError(
    "ENGINE_UNAVAILABLE",
    'Cannot open a sandbox: bubblewrap ("bwrap") is not on the PATH',
    { hint: "Install it: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap" },
  );
}

/** A program that sets sandboxes up, on the PATH of whoever starts it; never one that a sandbox could have written. */
export function findTool(
  name: string,
  path: string | undefined,
  plan: Pick<BwrapPlan, "mounts">,
): string | undefined {
  return (path ?? "")
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((file) => isProgram(file) && !isWritable(realpathSync(file), plan));
}

function isWritable(file: string, { mounts }: Pick<BwrapPlan, "mounts">): boolean {
  const mount = mounts.findLast(({ target }) => isInside(target, file));
  return mount?.kind === "bind" && mount.mode === "rw";
}
