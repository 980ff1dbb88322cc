import { SHELF } from "@agent-sandbox/core";
import type { FoundContainer, SandboxState, SandboxUsage } from "@agent-sandbox/engine-docker";
import type { BranchState } from "@agent-sandbox/workspace";

/** How far a branch is, as far as that was looked at. */
type BranchWork = Omit<BranchState, "name" | "key" | "bytes">;

/** One line of the list: a container, or a branch that has a worktree in the shelf and none. */
export interface ListedSandbox {
  readonly name: string | undefined;
  readonly workspace: string;
  readonly mode: string;
  readonly branch: string | undefined;
  /** The named agent whose own sandbox it is. */
  readonly agent: string | undefined;
  readonly workdir: string;
  /** Docker's word: "running", "exited" and so on; "none" where there is no container. */
  readonly state: string;
  readonly running: boolean;
  /** Docker's own sentence. */
  readonly status: string | undefined;
  readonly exitStatus: number | undefined;
  /** Since when the state is what it is, and when the container was made; ISO 8601. */
  readonly since: string | undefined;
  readonly created: string | undefined;
  readonly image: string | undefined;
  /** Named volumes, `name:target`. */
  readonly volumes: readonly string[];
  readonly usage: SandboxUsage | undefined;
  readonly work: BranchWork | undefined;
}

/** A container, and what is known of it beside what the daemon lists. */
export interface SeenContainer {
  readonly found: FoundContainer;
  readonly state: SandboxState | undefined;
  readonly usage: SandboxUsage | undefined;
}

/** The branches of one workspace's shelf. */
export interface ShelfBranches {
  readonly workspace: string;
  readonly branches: readonly BranchState[];
}

/** Pure: the containers, each with its branch's work, and after them the branches without one. */
export function listedSandboxes(
  containers: readonly SeenContainer[],
  shelves: readonly ShelfBranches[],
): readonly ListedSandbox[] {
  const states = shelves.flatMap(({ workspace, branches }) =>
    branches.map((state) => ({ workspace, state })),
  );
  const isOf = ({ workspace, state }: ShelfBranch, { found }: SeenContainer) =>
    found.workspace === workspace && found.branch === state.name;
  const withContainer = containers.map((seen) =>
    fromContainer(seen, states.find((branch) => isOf(branch, seen))?.state),
  );
  const without = states.filter((branch) => !containers.some((seen) => isOf(branch, seen)));
  return [...withContainer, ...without.map(fromShelf)].sort(byPlace);
}

interface ShelfBranch {
  readonly workspace: string;
  readonly state: BranchState;
}

function fromContainer(
  { found, state: reached, usage }: SeenContainer,
  branch: BranchState | undefined,
): ListedSandbox {
  const { name, workspace, mode, workdir, state, running, status, image, volumes } = found;
  return {
    ...{ name, workspace, mode, branch: found.branch, agent: found.agent },
    ...{ workdir, state, running, status },
    exitStatus: reached?.exitStatus,
    since: reached?.since.toISOString(),
    created: found.created.toISOString(),
    ...{ image, volumes: volumes.toSorted(), usage },
    work: branch && workOf(branch),
  };
}

function fromShelf({ workspace, state }: ShelfBranch): ListedSandbox {
  return {
    ...{ name: undefined, workspace, mode: "branch", branch: state.name, agent: undefined },
    workdir: `${SHELF.root}/${SHELF.worktrees}/${state.key}`,
    ...{ state: "none", running: false, status: undefined, exitStatus: undefined },
    ...{ since: undefined, created: undefined, image: undefined, volumes: [], usage: undefined },
    work: workOf(state),
  };
}

function workOf({ ahead, isOnHost, uncommitted, head, lastCommit }: BranchState): BranchWork {
  return { ahead, isOnHost, uncommitted, head, lastCommit };
}

/** By repository; its own checkout first, then its branches; each before those of its agents. */
function byPlace(a: ListedSandbox, b: ListedSandbox): number {
  const keys = ({ workspace, mode, branch = "", agent = "" }: ListedSandbox) => [
    ...[workspace, mode, branch, agent],
  ];
  const [left, right] = [keys(a), keys(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at < 0) return 0;
  return (left[at] ?? "") < (right[at] ?? "") ? -1 : 1;
}
