import { hooksFolder } from "./hooks-folder.ts";
import type { ShelfSettings } from "./settings.ts";

/**
 * All of the shared repository's `config`, made from known values alone: an agent in bind mode can
 * write that file, and git runs what it names (git-config(1)).
 */
export function canonicalConfig(settings: ShelfSettings): string {
  const { repository, workspace } = settings;
  return [
    ...section("core", [
      ["repositoryformatversion", "1"],
      ["bare", "false"],
      ["filemode", "true"],
      ["logallrefupdates", "true"],
      ["hooksPath", hooksFolder(settings)],
    ]),
    ...section("extensions", [
      ["worktreeConfig", "true"],
      ...(repository.objectFormat === "sha256" ? [["objectFormat", "sha256"] as const] : []),
    ]),
    // Objects of one branch may be in use by another's sandbox.
    ...section("gc", [["auto", "0"]]),
    ...section("maintenance", [["auto", "false"]]),
    ...section("receive", [
      ["autogc", "false"],
      ["fsckObjects", "true"],
    ]),
    ...section("transfer", [["fsckObjects", "true"]]),
    // Old repositories have objects that fsck refuses, and their own host has them already.
    ...section("fetch", [["fsckObjects", "false"]]),
    ...section("push", [["default", "simple"]]),
    ...remote("origin", repository.originUrl),
    ...remote("host", `file:///workspace/${encodeURIComponent(workspace.name)}`),
    ...section("user", [
      ["name", repository.userName],
      ["email", repository.userEmail],
    ]),
  ].join("");
}

/** All of one worktree's own `config.worktree`: plain `git push` goes to the host. */
export function worktreeConfig(branch: string): string {
  return section(`branch ${quote(branch)}`, [
    ["remote", "host"],
    ["merge", `refs/heads/${branch}`],
  ]).join("");
}

type Entry = readonly [key: string, value: string | undefined];

function section(name: string, entries: readonly Entry[]): readonly string[] {
  const lines = entries.flatMap(([key, value]) =>
    value === undefined ? [] : [`\t${key} = ${quote(value)}\n`],
  );
  return lines.length === 0 ? [] : [`[${name}]\n`, ...lines];
}

function remote(name: string, url: string | undefined): readonly string[] {
  if (url === undefined) return [];
  return section(`remote ${quote(name)}`, [
    ["url", url],
    ["fetch", `+refs/heads/*:refs/remotes/${name}/*`],
  ]);
}

/** git-config(1), "Syntax"; NUL can be in no value. */
function quote(value: string): string {
  const escaped = value
    .replaceAll("\0", "")
    .replaceAll(/[\\"]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);
  return `"${escaped}"`;
}
