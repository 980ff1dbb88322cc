import type { Git } from "../git/git-at.ts";
import { filterNames } from "../git/filter-names.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";
import type { ProvisionedBranch } from "./provisioned-branch.ts";
import { hookNotes } from "./hook-notes.ts";
import { isWanted, type Batch, type Wanted } from "./wanted.ts";

/** What people should know of the branches that were made now. */
export async function takeNotes(
  shelf: OpenShelf,
  batch: Batch<Wanted>,
): Promise<Batch<ProvisionedBranch>> {
  const made = batch.filter(isWanted).flatMap(({ start }) => start ?? []);
  const isHostsStart = made.some((start) => start === shelf.host.commit);
  const changed = isHostsStart ? await countChanges(shelf.hostGit) : 0;
  const trees = await readTrees(shelf.git, made);
  const hooks = hookNotes(shelf.settings);
  return batch.map((item) => {
    if (!isWanted(item)) return item;
    const { name, key, source, startedFrom, start } = item;
    const notes = [
      ...startNotes(shelf, item, changed),
      ...treeNotes(trees, item),
      ...(start === undefined ? [] : hooks),
      ...keptNotes(shelf, item),
    ];
    return { name, key, source, startedFrom, start, notes };
  });
}

/** Files of the host's checkout that differ from its commit; filters do not run on them. */
async function countChanges(host: Git): Promise<number> {
  const filters = await filterNames(host);
  const options = ["--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=dirty"];
  return countEntries(await host.run(["status", ...options], { filters }));
}

function countEntries(status: string): number {
  return status.split("\0").length - 1;
}

function startNotes({ host }: OpenShelf, { start }: Wanted, changed: number): readonly string[] {
  if (start === undefined) return [];
  const isHosts = start === host.commit;
  const files = changed === 1 ? "1 file" : `${changed} files`;
  const verb = changed === 1 ? "is" : "are";
  return [
    ...(isHosts && changed > 0 ? [`${files} changed on the host ${verb} not in this branch`] : []),
    ...(isHosts && host.branch === undefined
      ? [`The host has no branch checked out: this one starts at its commit ${start.slice(0, 12)}`]
      : []),
    ...(host.isShallow ? ["The host's history is shallow: so is this branch's"] : []),
  ];
}

function keptNotes(
  { strays, records }: OpenShelf,
  { name, key, source, request }: Wanted,
): readonly string[] {
  const head = records.get(key)?.head;
  const isElsewhere = records.get(key)?.mark !== undefined && head !== name;
  return [
    ...((strays.get(key) ?? 0) > 0
      ? ["git had lost its record of this worktree: its files were left as they are"]
      : []),
    ...(isElsewhere
      ? [
          `Its worktree has ${head === undefined ? "no branch" : `the branch "${head}"`} checked out`,
        ]
      : []),
    ...(request.from !== undefined && source !== "new"
      ? [`The branch exists: it does not start from "${request.from}"`]
      : []),
  ];
}

interface Trees {
  readonly submodules: ReadonlySet<string>;
  readonly largeFiles: ReadonlySet<string>;
}

const PATHS = [".gitmodules", ":(glob)**/.gitattributes"];

/** Which commits have submodules, and which large files that git-lfs keeps elsewhere. */
async function readTrees(git: Git, commits: readonly string[]): Promise<Trees> {
  const distinct = [...new Set(commits)];
  const pattern = String.raw`^[[:space:]]*\[submodule|filter=lfs`;
  const { stdout } =
    distinct.length === 0
      ? { stdout: "" }
      : await git.ask(["grep", "-l", "-z", "-a", "-E", "-e", pattern, ...distinct, "--", ...PATHS]);
  const found = stdout.split("\0").filter((line) => line !== "");
  const commitsWith = (name: string) =>
    new Set(found.filter((line) => line.endsWith(name)).map((line) => line.split(":")[0] ?? ""));
  return { submodules: commitsWith(".gitmodules"), largeFiles: commitsWith(".gitattributes") };
}

function treeNotes({ submodules, largeFiles }: Trees, { start = "" }: Wanted): readonly string[] {
  return [
    ...(submodules.has(start)
      ? [
          'Submodules are not checked out: "git submodule update --init" does it, where their hosts are allowed',
        ]
      : []),
    ...(largeFiles.has(start)
      ? [
          'Files of git-lfs are there as pointers: "git lfs pull" gets them, where their host is allowed',
        ]
      : []),
  ];
}
