import { SHELF } from "@agent-sandbox/core";

import type { ShelfPlaces } from "../git/places.ts";
import type { Step } from "../files/step.ts";
import { NO_BRANCH } from "../branch/check-name.ts";
import { canonicalConfig, worktreeConfig } from "./canonical-config.ts";
import type { ShelfSettings } from "./settings.ts";

const GIT = `${SHELF.repo}/.git`;

/** Where git keeps what it knows of the worktrees, relative to the shelf's root. */
export const RECORDS = `${GIT}/worktrees`;

/** In a record: it was written last, so the branch is whole. Holds what `Mark` says. */
export const MARK = "provisioned";

const DIRECTORIES = [
  ...[
    "objects/info",
    "objects/pack",
    "refs/heads",
    "refs/remotes/host",
    "refs/tags",
    "info",
    "logs",
  ],
  "worktrees",
];

/**
 * A repository as `git init` makes it (gitrepository-layout(5)), with our own configuration: doing
 * it again changes nothing, however far it came, and reads nothing that an agent wrote.
 */
export function layoutSteps(settings: ShelfSettings, { root }: ShelfPlaces): readonly Step[] {
  const files = {
    HEAD: `ref: refs/heads/${NO_BRANCH}\n`,
    config: canonicalConfig(settings),
    // Read in the shared repository itself; ours holds all in `config`.
    "config.worktree": "",
    "info/attributes": "",
  };
  return [
    ...[...DIRECTORIES.map((path) => `${GIT}/${path}`), SHELF.worktrees].map(
      (path) => ({ do: "directory", root, path }) as const,
    ),
    ...Object.entries(files).map(
      ([path, content]) => ({ do: "write", root, path: `${GIT}/${path}`, content }) as const,
    ),
  ];
}

/**
 * The locks that a killed git leaves. The session holds the shelf's own lock, so what lies where only
 * provisioning writes has no owner; the rest may be an agent's, which holds one for an instant.
 */
export function lockSteps({ root }: ShelfPlaces): readonly Step[] {
  const unlock = (path: string, ours: boolean) =>
    ({ do: "unlock", root, path: `${GIT}/${path}`, ours }) as const;
  return [
    unlock("refs/remotes/host", true),
    unlock("refs", false),
    unlock("packed-refs.lock", false),
    unlock("shallow.lock", false),
  ];
}

/**
 * What git's record says of where a worktree and its repository are, and its configuration: all that
 * follows from the branch. One that is broken breaks git in every other worktree too.
 */
export function recordSteps(
  { root, worktree }: ShelfPlaces,
  { name, key }: { readonly key: string; readonly name: string | undefined },
): readonly Step[] {
  const record = `${RECORDS}/${key}`;
  const contents: Readonly<Record<string, string>> = {
    [`${record}/commondir`]: "../..\n",
    [`${record}/gitdir`]: `${worktree(key).workTree}/.git\n`,
    [`${record}/locked`]: "agent-sandbox keeps it\n",
    [`${record}/config.worktree`]: name === undefined ? "" : worktreeConfig(name),
  };
  return Object.entries(contents).map(([path, content]) => ({ do: "write", root, path, content }));
}
