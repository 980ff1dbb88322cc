import { closeSync, openSync } from "node:fs";

import type { BwrapPlan } from "@agent-sandbox/core";

import { Closers } from "../closers.ts";
import { enteringLine, type LineRequest, roomLine } from "../command-line.ts";
import { areAsMeant, proveMounts } from "../prove-mounts.ts";
import { startBwrap } from "../start-bwrap.ts";
import { roomMounts } from "../to-bwrap-args.ts";
import { withoutGone } from "../without-gone.ts";
import { Standbys } from "./standbys.ts";

/** The files of a plan, mounted for commands that enter them one by one. */
export interface Room extends AsyncDisposable {
  /** Leads bubblewrap into it (nsenter(1)). */
  readonly entrance: readonly [string, ...string[]];
  /** Whether every mount still shows what it is to show. */
  readonly holds: () => boolean;
  readonly standbys: Standbys;
}

/** The plan, and what starts before each of its commands. */
export type RoomRequest = Pick<LineRequest, "plan" | "lead">;

export interface Programs {
  readonly bwrap: string;
  readonly nsenter: string;
}

/**
 * Mounts the files of a plan, and tries whether they can be entered. Undefined where they cannot: what
 * is wrong with the plan shows once a command mounts them for itself.
 */
export async function openRoom(
  { plan: wanted, lead }: RoomRequest,
  programs: Programs,
): Promise<Room | undefined> {
  const plan = withoutGone(wanted);
  const mounts = roomMounts(plan);
  await using opening = new Closers();
  const started = startBwrap(roomLine(plan, programs.bwrap), IGNORED);
  const { lines, ended, hasEnded } = started;
  // Whoever forgets to close a sandbox still ends, and it with them.
  started.setWaitedFor(false);
  opening.add(started.kill);
  const first = () => lines.first;
  try {
    const proving = { ...plan, mounts, first, hasEnded };
    await Promise.race([ended, proveMounts(proving)]);
  } catch {
    return undefined;
  }
  const pid = first();
  if (pid === undefined || hasEnded()) return undefined;
  const entrance = entranceOf(pid, { ...programs, opening });
  if (!(await canBeEntered(plan, entrance))) return undefined;
  const standbys = new Standbys({ plan, lead, entrance });
  opening.add(() => standbys[Symbol.asyncDispose]());
  const opened = opening.move();
  return {
    ...{ entrance, standbys },
    holds: () => !hasEnded() && areAsMeant(mounts, pid),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

const IGNORED = ["ignore", "ignore", "ignore"] as const;

/** By descriptors of ours: the id of a process that has ended may be another's one day. */
function entranceOf(
  pid: number,
  { nsenter, bwrap, opening }: Programs & { readonly opening: Closers },
): readonly [string, ...string[]] {
  const namespaces = (["user", "mnt"] as const).map((name) => {
    const descriptor = openSync(`/proc/${pid.toString()}/ns/${name}`, "r");
    opening.add(() => {
      closeSync(descriptor);
    });
    return `/proc/${process.pid.toString()}/fd/${descriptor.toString()}`;
  });
  const [user = "", mount = ""] = namespaces;
  return [nsenter, "--preserve-credentials", `--user=${user}`, `--mount=${mount}`, "--", bwrap];
}

const TRIAL = { argv: ["true"], environment: {} } as const;

/** What the command itself says does not count: it may have a rule. */
async function canBeEntered(plan: BwrapPlan, entrance: Room["entrance"]): Promise<boolean> {
  const { lines, ended, go } = startBwrap(
    enteringLine({ plan, command: TRIAL, isTerminal: false }, entrance),
    IGNORED,
  );
  go();
  await ended;
  return lines.status !== undefined;
}
