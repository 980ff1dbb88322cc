import { existsSync, realpathSync } from "node:fs";
import { delimiter, resolve } from "node:path";

import { type BwrapPlan, isInside, SandboxError } from "@agent-sandbox/core";

import { isFile, isProgram } from "./is-program.ts";

/**
 * Sees to it that a program is there: bubblewrap tells by no status of its own that it is not. Fails
 * with PROGRAM_MISSING, and with POLICY_DENIED for what may not be executed.
 */
export function checkProgram(
  name: string,
  plan: BwrapPlan,
  path: string | undefined = "/usr/local/bin:/usr/bin:/bin",
): void {
  const all = candidates(name, plan.workdir, path);
  const found = all.filter((file) => [file, realOf(file)].every((one) => isShown(one, plan)));
  if (found.some(isProgram) || all.some((file) => isPlaced(file, plan))) return;
  if (found.some(isFile)) {
    throw new SandboxError("POLICY_DENIED", `Cannot run "${name}": it is not executable`, {
      hint: "Let it be run: chmod +x",
    });
  }
  if (name.includes("/") && found.some((file) => existsSync(file))) {
    throw new SandboxError("POLICY_DENIED", `Cannot run "${name}": it is no file`, {
      hint: "Name a program",
    });
  }
  const state = name.includes("/") ? "it is not there" : "it is not on the PATH of the sandbox";
  throw new SandboxError("PROGRAM_MISSING", `Cannot run "${name}": ${state}`, {
    hint: "See what is hidden there with --debug",
  });
}

/** Where execvp(3) looks. */
function candidates(name: string, workdir: string, path: string): readonly string[] {
  if (name === "") return [];
  if (name.includes("/")) return [resolve(workdir, name)];
  return path.split(delimiter).map((folder) => resolve(workdir, folder, name));
}

/** What a link leads to may be hidden where it is not. */
function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** By the last mount that holds it. */
function isShown(file: string, { base, mounts }: BwrapPlan): boolean {
  const mount = mounts.findLast(({ target }) => isInside(target, file));
  if (mount === undefined) return base === "host" && !isInside("/run", file);
  return mount.kind === "bind" || mount.kind === "link" || mount.kind === "device";
}

/** The sandbox's own programs, and what they stand in place of. */
function isPlaced(file: string, { shims: { files, binds, links } }: BwrapPlan): boolean {
  return (
    files.some(({ target, mode }) => target === file && (mode & 0o111) !== 0) ||
    [...binds, ...links].some(({ target }) => target === file)
  );
}
