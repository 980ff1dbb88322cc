import { basename, dirname, join } from "node:path";

import type { ShimPlan } from "@agent-sandbox/core";
import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import { BIN } from "./places.ts";
import type { FolderEntry } from "./shim-facts.ts";

export interface Beside {
  /** The command. */
  readonly name: string;
  readonly real: string;
  readonly entries: readonly FolderEntry[];
}

/**
 * Pure: a program that may need what lies around it (`../lib`) stays in its folder, under another name.
 * The folder is made anew, of all that was in it and may be read.
 */
export function placeBeside(
  policy: ResolvedPolicy,
  { name, real, entries }: Beside,
): Pick<ShimPlan, "folders" | "binds" | "links"> {
  const folder = dirname(real);
  const moved = join(folder, `.agent-sandbox-${basename(real)}`);
  const kept = entries.map((entry) => ({ ...entry, path: join(folder, entry.name) }));
  return {
    folders: [folder],
    binds: [
      ...kept
        .filter(({ link, path }) => link === undefined && mayRead(policy, path))
        .map(({ path }) => ({ source: path, target: path })),
      { source: real, target: moved },
    ],
    links: [
      ...kept.flatMap(({ link, path }) =>
        link === undefined ? [] : [{ target: path, value: link }],
      ),
      { target: `${BIN}/${name}`, value: moved },
    ],
  };
}

export function mayRead(policy: ResolvedPolicy, path: string): boolean {
  return decide(policy, { operation: "read", target: { path, real: path } }).effect === "allow";
}
