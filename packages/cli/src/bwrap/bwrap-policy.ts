import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { type PolicyLayer, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

import { linksTo } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";

/** What holds in a workspace's sandbox on the host itself. */
export function bwrapPolicy(
  layers: readonly PolicyLayer[],
  workspace: string,
  { env, home }: Pick<Surroundings, "env" | "home">,
): ResolvedPolicy {
  return resolvePolicy(layers, {
    engine: "bwrap",
    workspace,
    home,
    temp: realDirectory(env["TMPDIR"]) ?? realDirectory("/tmp") ?? "/tmp",
    links: linksTo(home),
    branch: checkedOut(workspace),
  });
}

/** Undefined for all of the machine as well: it is no place for temporary files. */
function realDirectory(path: string | undefined): string | undefined {
  if (path?.startsWith("/") !== true) return undefined;
  try {
    const real = realpathSync.native(path);
    return real === "/" ? undefined : real;
  } catch {
    return undefined;
  }
}

/** By its name (gitrepository-layout(5), "HEAD"); a linked worktree's is not in the workspace. */
function checkedOut(workspace: string): string | undefined {
  try {
    const head = readFileSync(join(workspace, ".git/HEAD"), "utf8");
    return /^ref: refs\/heads\/([\w./-]+)\n$/.exec(head)?.[1];
  } catch {
    return undefined;
  }
}
