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
  const [writable] = toolsOn("bwrap", path);
  if (writable !== undefined) {
    throw new SandboxError(
      "ENGINE_UNAVAILABLE",
      `Cannot open a sandbox: "${writable}" could be replaced from inside`,
      { hint: "Take its folder out of filesystem.rw" },
    );
  }
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
  return toolsOn(name, path).find((file) => !isWritable(realpathSync(file), plan));
}

function toolsOn(name: string, path = ""): readonly string[] {
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).filter(isProgram);
}

function isWritable(file: string, { mounts }: Pick<BwrapPlan, "mounts">): boolean {
  const mount = mounts.findLast(({ target }) => isInside(target, file));
  return mount?.kind === "bind" && mount.mode === "rw";
}
