import { readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import {
  type BwrapMount,
  type BwrapPlan,
  type MountEntry,
  parseMountTable,
  SandboxError,
} from "@agent-sandbox/core";

import { replacedLink } from "./kept-links.ts";
import { misplacedMount } from "./misplaced-mount.ts";
import { watchNames } from "./watch-names.ts";

/** Between two looks while a sandbox is being set up, and while it runs; in milliseconds. */
const SOON = 1;
const REGULARLY = 1_000;

/** A command that is over by then has not paid for what tells of changes at once; in milliseconds. */
const SHORT = 20;

interface Proving {
  readonly mounts: readonly BwrapMount[];
  readonly keptLinks: BwrapPlan["keptLinks"];
  /** The sandbox's first process, by its id outside; undefined until it is known. */
  readonly first: () => number | undefined;
  /** Whether bubblewrap has ended. */
  readonly hasEnded: () => boolean;
}

/**
 * Waits until a sandbox is set up, and sees to it that every mount shows what it is to show. Fails
 * with SANDBOX_FAILED; where bubblewrap has ended, there is nothing to see.
 */
export async function proveMounts({ mounts, keptLinks, first, hasEnded }: Proving): Promise<void> {
  const outside = tableOf("self") ?? [];
  const ours = outside.findLast(({ target }) => target === "/run")?.device;
  while (!hasEnded()) {
    await sleep(SOON);
    const inside = tableWhenSetUp(first());
    if (inside === undefined || !isSetUp(inside, ours)) continue;
    const wrong = misplacedMount(mounts, { outside, inside }) ?? replacedLink(keptLinks)?.path;
    if (wrong !== undefined) throw misplaced(wrong, "while the sandbox was being set up");
    return;
  }
}

/** `ours` is the number of the file system that is the host's /run. */
function isSetUp(inside: readonly MountEntry[], ours: string | undefined): boolean {
  // The sandbox's own /run comes into sight once all is mounted, and the host's is out of it. It may have the number
  // of a file system that somebody has unmounted since, but not that of ours, which is mounted.
  const isInSight = inside.some(({ target, device }) => target === "/run" && device !== ours);
  // For a moment what it was set up in still lies on top of its root, and is what an entering process would see.
  return isInSight && inside.filter(({ target }) => target === "/").length === 1;
}

/** Whether every mount of a sandbox that is set up shows what it is to show, by its first process. */
export function areAsMeant(mounts: readonly BwrapMount[], first: number): boolean {
  const [outside, inside] = [tableOf("self"), tableOf(first.toString())];
  if (outside === undefined || inside === undefined) return false;
  return misplacedMount(mounts, { outside, inside }) === undefined;
}

/** Undefined until the process sees another /run than we do: a look at its table keeps its mounts waiting. */
function tableWhenSetUp(pid: number | undefined): readonly MountEntry[] | undefined {
  if (pid === undefined) return undefined;
  const inside = deviceOf(`/proc/${pid}/root/run`);
  const isOwn = inside !== undefined && inside !== deviceOf("/run");
  return isOwn ? tableOf(pid.toString()) : undefined;
}

function deviceOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.dev;
  } catch {
    // It has ended, or is not to be looked at yet.
    return undefined;
  }
}

/** Calls back, once, when a mount of a sandbox that runs has been lost; until it is disposed. */
export function watchMounts(
  { mounts, keptLinks, first }: Omit<Proving, "hasEnded">,
  onLost: (failure: SandboxError) => void,
): Disposable {
  const denials = mounts.filter(isDenial);
  let names: Disposable | undefined;
  let isOver = false;
  const look = () => {
    const lost = whatIsLost({ mounts: denials, keptLinks, first });
    if (lost === undefined || isOver) return;
    stop();
    onLost(lost);
  };
  const regularly = setInterval(look, REGULARLY).unref();
  // Links alone are what a command itself can replace; each write into a folder that is watched costs 3 µs.
  const soon = setTimeout(() => {
    if (keptLinks.length === 0) return;
    const paths = keptLinks.map(({ path }) => path);
    names = watchNames(paths, look);
    look();
  }, SHORT).unref();
  const stop = () => {
    isOver = true;
    clearInterval(regularly);
    clearTimeout(soon);
    names?.[Symbol.dispose]();
  };
  return { [Symbol.dispose]: stop };
}

function whatIsLost({
  mounts,
  keptLinks,
  first,
}: Omit<Proving, "hasEnded">): SandboxError | undefined {
  const pid = first();
  const outside = tableOf("self");
  const inside = pid === undefined ? undefined : tableOf(pid.toString());
  // It has ended, or is just ending.
  if (outside === undefined || inside === undefined || inside.length === 0) return undefined;
  const lost = misplacedMount(mounts, { outside, inside });
  if (lost !== undefined)
    return misplaced(lost, "outside, and what holds inside is no longer kept");
  const link = replacedLink(keptLinks);
  return link === undefined ? undefined : misplaced(link.path, "while the command ran");
}

/** What is writable is no worse without its mount. */
function isDenial(mount: BwrapMount): boolean {
  const { kind } = mount;
  return kind !== "own-directory" && !(kind === "bind" && mount.mode === "rw");
}

function tableOf(process: string): readonly MountEntry[] | undefined {
  try {
    return parseMountTable(readFileSync(`/proc/${process}/mountinfo`, "utf8"));
  } catch {
    return undefined;
  }
}

/** What is said of a place that is no longer as it was. */
export function misplaced(target: string, when: string): SandboxError {
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot keep "${target}" as the policy says: it was replaced ${when}`,
    { hint: "Run the command again" },
  );
}
