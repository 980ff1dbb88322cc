import { chown, mkdir, writeFile } from "node:fs/promises";

import { output } from "./timed-command.ts";

/** Who a sandbox can be for, where this runs as root. */
const OWNER = 1000;

/** A git repository on the host, and git there as its owner. */
export interface BenchRepository {
  readonly path: string;
  readonly git: (...args: readonly string[]) => Promise<string>;
}

/** Makes one with `files` files of a few hundred bytes in a hundred folders, in one commit. */
export async function makeRepository(
  path: string,
  { files, config }: { readonly files: number; readonly config: unknown },
  signal: AbortSignal,
): Promise<BenchRepository> {
  await mkdir(path);
  await giveToOwner(path);
  const stream = `${path}.stream`;
  await writeFile(stream, fastImport(files, JSON.stringify(config)));
  const git = (...args: readonly string[]) =>
    output([...asOwner, "git", "-C", path, ...args], {
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
      signal,
    });
  await git("init", "--quiet", "--initial-branch", "main");
  await git("config", "user.name", "Bench");
  await git("config", "user.email", "bench@example.com");
  await output(["sh", "-c", `"$@" < "$0"`, stream, ...asOwner, ...importInto(path)], { signal });
  await git("reset", "--quiet", "--hard");
  return { path, git };
}

const importInto = (path: string) => ["git", "-C", path, "fast-import", "--quiet"];

/** git-fast-import(1): one commit with everything inline. */
function fastImport(files: number, config: string): string {
  const entries = Array.from({ length: files }, (_, index) => [
    `folder-${index % 100}/file-${index}.txt`,
    `${index} ${"some words of a file ".repeat(10 + (index % 20))}\n`,
  ]);
  const all = [[".agent-sandbox/config.json", config], ...entries];
  const commit =
    "commit refs/heads/main\ncommitter Bench <bench@example.com> 0 +0000\ndata 5\nfirst\n";
  return (
    commit +
    all
      .map(([path = "", text = ""]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`)
      .join("")
  );
}

/** What a program of the owner's is started by. */
const asOwner: readonly [string, ...string[]] =
  process.getuid?.() === 0
    ? ["setpriv", `--reuid=${OWNER}`, `--regid=${OWNER}`, "--clear-groups", "--"]
    : ["env"];

/** Gives a directory to whom a sandbox can be for. */
export async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, OWNER, OWNER);
}
