import { SHELF, type GitSession, type SandboxError } from "@agent-sandbox/core";

import { problemIn, runSteps } from "../files/run-steps.ts";
import type { FoundRecord, Outcome } from "../files/step.ts";
import { gitAt, type Git } from "../git/git-at.ts";
import { placesOf, type ShelfPlaces } from "../git/places.ts";
import { alternatesStep, checkAlternates } from "./alternates.ts";
import { checkCheckout, HEADS, readHost, type HostRepository } from "./host-repository.ts";
import { layoutSteps, lockSteps, MARK, RECORDS, recordSteps } from "./layout.ts";
import { parseMark, type Mark } from "./mark.ts";
import type { ShelfSettings } from "./settings.ts";

/** What the shelf has of one worktree. */
export interface ShelfRecord {
  readonly key: string;
  /** Undefined where a killed run left it half-made. */
  readonly mark: Mark | undefined;
  /** The branch that it has checked out; undefined where HEAD is detached. */
  readonly head: string | undefined;
  /** The commit of a detached HEAD. */
  readonly detached: string | undefined;
  /** How many entries the worktree's directory has; undefined where there is none. */
  readonly entries: number | undefined;
}

/** The repo shelf, made ready, and the host's repository beside it. */
export interface OpenShelf {
  readonly session: GitSession;
  readonly settings: ShelfSettings;
  readonly places: ShelfPlaces;
  readonly git: Git;
  readonly hostGit: Git;
  readonly host: HostRepository;
  readonly records: ReadonlyMap<string, ShelfRecord>;
  /** Worktrees that git has no record of, and how many entries they have. */
  readonly strays: ReadonlyMap<string, number>;
}

/** Makes the shelf's repository, or makes it canonical again, and reads what it has. */
export async function openShelf(session: GitSession, settings: ShelfSettings): Promise<OpenShelf> {
  const places = placesOf(settings);
  const workspace = settings.workspace.path;
  const hostGit = gitAt(session, places.host);
  await checkCheckout(hostGit, settings);
  const found = await readShelf(session, settings, places);
  await repairRecords(session, places, [...found.records.values()]);
  await checkAlternates(session, { host: places.host, workspace }, found.alternates);
  const host = await readHost(hostGit, workspace);
  return { session, settings, places, git: gitAt(session, places.shelf), hostGit, host, ...found };
}

/** Also of branches that nobody asks for: git reads them all, and would run what they name. */
async function repairRecords(
  session: GitSession,
  places: ShelfPlaces,
  records: readonly ShelfRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const outcomes = await runSteps(
    session,
    records.map(({ key, mark }) => recordSteps(places, { key, name: mark?.name })),
  );
  const problem = problemIn(
    outcomes.find((group) => group.at(-1)?.problem !== undefined) ?? [],
    "open the repo shelf",
  );
  if (problem !== undefined) throw problem;
}

async function readShelf(
  session: GitSession,
  settings: ShelfSettings,
  places: ShelfPlaces,
): Promise<Pick<OpenShelf, "records" | "strays"> & { readonly alternates: Outcome | undefined }> {
  const [layout = [], locks = [], found = [], alternates = []] = await runSteps(session, [
    layoutSteps(settings, places),
    lockSteps(places),
    [
      { do: "records", root: places.root, path: RECORDS },
      { do: "records", root: places.root, path: SHELF.worktrees },
    ],
    [alternatesStep(places.host)],
  ]);
  const problem = [layout, locks, found]
    .map((outcomes) => problemIn(outcomes, "open the repo shelf"))
    .find((error): error is SandboxError => error !== undefined);
  if (problem !== undefined) throw problem;
  const worktrees = new Map((found[1]?.records ?? []).map(({ name, entries }) => [name, entries]));
  const records = (found[0]?.records ?? []).map((record) => toRecord(record, worktrees));
  const known = new Map(records.map((record) => [record.key, record]));
  const strays = new Map([...worktrees].filter(([key]) => !known.has(key)));
  return { records: known, strays, alternates: alternates[0] };
}

function toRecord(
  { name: key, files }: FoundRecord,
  worktrees: ReadonlyMap<string, number>,
): ShelfRecord {
  const [, head, detached] = /^(?:ref: (.*)|([0-9a-f]{40,64}))\n?$/.exec(files["HEAD"] ?? "") ?? [];
  return {
    key,
    mark: parseMark(files[MARK], key),
    head: head?.startsWith(HEADS) === true ? head.slice(HEADS.length) : undefined,
    detached,
    entries: worktrees.get(key),
  };
}
