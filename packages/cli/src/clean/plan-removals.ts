import type { KeptItem } from "@agent-sandbox/engine-docker";
import { isWorthPacking } from "@agent-sandbox/workspace";

import { checkForced } from "./check-forced.ts";
import type {
  Candidate,
  CleanFacts,
  CleanOptions,
  CleanPlan,
  Removal,
  WorkspaceFacts,
} from "./clean-facts.ts";
import { judgeBranches } from "./judge-branches.ts";
import { judgeContainer } from "./judge-containers.ts";
import { judgeImage } from "./judge-images.ts";
import { judgeTranscripts } from "./judge-transcripts.ts";
import { judgeVolume } from "./judge-volumes.ts";
import { type Judged, sorted, type Verdict } from "./verdict.ts";

/**
 * Pure: what `clean` removes, in the order in which it can go. Invariant: nothing that runs or that
 * something which stays uses, and unless it is named nothing with work that only it has.
 *
 * Fails with USAGE for a name that is none or two, and with WORK_AT_RISK where what is named is in use.
 */
export function planRemovals(facts: CleanFacts, options: CleanOptions): CleanPlan {
  const asked = askedFor(facts, options);
  const containers = judgeItems(asked.containers, (item) => judgeContainer(item, facts, options));
  const goneContainers = sorted(containers).removals;
  const staying = without(facts.items, goneContainers);
  const branches = asked.workspaces.flatMap((workspace) =>
    judgeBranches(workspace, { items: staying, now: facts.now }, options),
  );
  const gone = [...goneContainers, ...sorted(branches).removals];
  const volumes = judgeVolumes(asked.volumes, { facts, options, gone });
  const images = judgeImages(asked.images, { facts, options, gone: goneContainers });
  const transcripts = judgeTranscripts(facts, options);
  const judged = [...containers, ...branches, ...volumes, ...images, ...transcripts];
  checkForced(judged, options);
  const { removals, kept } = sorted(judged);
  const packs = asked.workspaces.filter((workspace) => isToPack(workspace, staying, removals));
  return {
    removals: removals.map((removal) => withoutInner(removal, removals)),
    kept: kept.filter((entry) => !isInside(entry, removals)),
    packs: packs.map(({ hash }) => hash),
  };
}

interface Asked {
  readonly containers: readonly KeptItem[];
  readonly volumes: readonly KeptItem[];
  readonly images: readonly KeptItem[];
  readonly workspaces: readonly WorkspaceFacts[];
}

/** What several workspaces share goes with all of them, or by name. */
function askedFor({ items, workspaces }: CleanFacts, { only, force }: CleanOptions): Asked {
  const asked = items.filter(
    ({ workspaceHash, kind, name }) =>
      only === undefined || workspaceHash === only || (kind === "volume" && force.includes(name)),
  );
  const ofKind = (kind: KeptItem["kind"]) => asked.filter((item) => item.kind === kind);
  return {
    containers: ofKind("container"),
    volumes: ofKind("volume"),
    images: ofKind("image"),
    workspaces: [...workspaces.values()].filter(({ hash }) => only === undefined || hash === only),
  };
}

function judgeItems(
  items: readonly KeptItem[],
  judge: (item: KeptItem) => Verdict,
): readonly Judged[] {
  return items.map((item) => [candidateOf(item), judge(item)]);
}

function candidateOf(item: KeptItem): Candidate {
  const { kind, name, workspaceHash, workspace, ownBytes } = item;
  return { kind, name, workspaceHash, workspace, bytes: ownBytes, item };
}

function without(items: readonly KeptItem[], removals: readonly Removal[]): readonly KeptItem[] {
  const gone = new Set(removals.map(({ item }) => item?.id));
  return items.filter(({ id }) => !gone.has(id));
}

/** The shelves first: a gate's sockets go with its shelf. */
function judgeVolumes(
  volumes: readonly KeptItem[],
  scene: Omit<Parameters<typeof judgeVolume>[1], "goneShelves">,
): readonly Judged[] {
  const shelves = volumes.filter(({ role }) => role === "shelf");
  const others = volumes.filter(({ role }) => role !== "shelf");
  const judged = judgeItems(shelves, (item) =>
    judgeVolume(item, { ...scene, goneShelves: new Set() }),
  );
  const goneShelves = new Set(
    sorted(judged).removals.map(({ workspaceHash }) => workspaceHash ?? ""),
  );
  return [...judged, ...judgeItems(others, (item) => judgeVolume(item, { ...scene, goneShelves }))];
}

/** The largest first: what is built on another has all of its layers. */
function judgeImages(
  images: readonly KeptItem[],
  scene: Parameters<typeof judgeImage>[1],
): readonly Judged[] {
  const judged: Judged[] = [];
  for (const item of images.toSorted((a, b) => layersOf(b) - layersOf(a))) {
    const gone = [...scene.gone, ...sorted(judged).removals];
    judged.push([candidateOf(item), judgeImage(item, { ...scene, gone })]);
  }
  return judged;
}

const layersOf = ({ image }: KeptItem) => image?.layers.length ?? 0;

/** A branch goes with its shelf, and is then not told of by itself. */
function isInside({ kind, workspaceHash }: Candidate, removals: readonly Removal[]): boolean {
  return (
    kind === "branch" &&
    removals.some(({ item }) => item?.role === "shelf" && item.workspaceHash === workspaceHash)
  );
}

/** What a shelf's branches free is not told of twice. */
function withoutInner(removal: Removal, removals: readonly Removal[]): Removal {
  if (removal.item?.role !== "shelf") return removal;
  const inner = removals.filter(
    ({ kind, workspaceHash }) => kind === "branch" && workspaceHash === removal.workspaceHash,
  );
  const bytes = inner.reduce((left, branch) => left - branch.bytes, removal.bytes);
  return { ...removal, bytes: Math.max(0, bytes) };
}

function isToPack(
  { hash, isThere, shelf }: WorkspaceFacts,
  staying: readonly KeptItem[],
  removals: readonly Removal[],
): boolean {
  if (!isThere || shelf === undefined || "problem" in shelf) return false;
  const isHere = ({ workspaceHash }: { readonly workspaceHash: string | undefined }) =>
    workspaceHash === hash;
  const isUsed = staying.some((item) => isHere(item) && item.role === "sandbox" && item.isAlive);
  const goes = removals.some((removal) => isHere(removal) && removal.item?.role === "shelf");
  return !isUsed && !goes && isWorthPacking(shelf.objects);
}
