import type { SessionCommand } from "@agent-sandbox/core";

import type { GitPlace } from "./places.ts";

/** Not the git of the PATH: in the image that one is the wrapper for agents. */
export const GIT = "/usr/bin/git";

/** What git would run or read of the tree or of its configuration, each switched off. */
const FLAGS: readonly string[] = [
  "advice.graftFileDeprecated=false",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.alternateRefsCommand=true",
  "core.quotePath=false",
  "core.filesRefLockTimeout=2000",
  "core.packedRefsTimeout=2000",
  "diff.submodule=short",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "gpg.program=false",
  "log.showSignature=false",
  "maintenance.auto=false",
  "protocol.ext.allow=never",
  "protocol.version=2",
  "status.submoduleSummary=false",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  // What these name could show other commits than those that are there.
  GIT_GRAFT_FILE: "/dev/null",
  GIT_NO_REPLACE_OBJECTS: "1",
  // A missing object would be asked of a remote by a program that the configuration names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  // Reflogs name somebody, and the user need not be in /etc/passwd.
  GIT_COMMITTER_NAME: "agent-sandbox",
  GIT_COMMITTER_EMAIL: "agent-sandbox@localhost",
  LC_ALL: "C",
};

/** A key of git's configuration, and its value. */
export type Setting = readonly [key: string, value: string];

export interface GitOptions {
  readonly input?: string | undefined;
  /** Drivers that some configuration in reach names; each is overridden by an empty one. */
  readonly filters?: readonly string[] | undefined;
  /** Configuration that counts more than any other. */
  readonly settings?: readonly Setting[] | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** The one place that makes a git command for a session: it runs nothing of what it works on. */
export function safeGit(
  place: GitPlace,
  args: readonly string[],
  { input, filters = [], settings = [], environment }: GitOptions = {},
): SessionCommand {
  return {
    argv: [GIT, ...FLAGS, ...args],
    cwd: place.workTree,
    input,
    environment: {
      ...ENVIRONMENT,
      GIT_DIR: place.gitDir,
      ...(place.commonDir !== undefined && { GIT_COMMON_DIR: place.commonDir }),
      ...(place.workTree !== undefined && { GIT_WORK_TREE: place.workTree }),
      ...configured([...filters.flatMap(emptyFilter), ...settings]),
      ...environment,
    },
  };
}

function emptyFilter(filter: string): readonly Setting[] {
  return [
    ...["clean", "smudge", "process"].map((key) => [`filter.${filter}.${key}`, ""] as const),
    [`filter.${filter}.required`, "false"],
  ];
}

/** By the environment and not by `-c`, because a driver's name may hold "=". */
function configured(settings: readonly Setting[]): Readonly<Record<string, string>> {
  if (settings.length === 0) return {};
  return Object.fromEntries<string>([
    ["GIT_CONFIG_COUNT", String(settings.length)] as const,
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key] as const,
      [`GIT_CONFIG_VALUE_${index}`, value] as const,
    ]),
  ]);
}
