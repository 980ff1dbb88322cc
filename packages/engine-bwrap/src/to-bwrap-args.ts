import { type BwrapMount, type BwrapPlan, isInside } from "@agent-sandbox/core";

import { mountArgs, viewArgs, type ViewRequest } from "./view-args.ts";

/** What is known only when a command starts. */
export interface ArgsRequest extends EnteringRequest, Pick<ViewRequest, "place"> {}

interface EnteringRequest {
  /** Whether the command works on a terminal. */
  readonly isTerminal: boolean;
  /** The file descriptor that has the filter of system calls. */
  readonly filterFd: number;
}

/** No right of the host's is left, also where root starts it. */
const WITHOUT_RIGHTS = ["--cap-drop", "ALL", "--die-with-parent"] as const;

const ALWAYS = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...WITHOUT_RIGHTS,
] as const;

const OWN_PROC = ["--proc", "/proc"] as const;

/** Pure: bubblewrap's arguments for a plan, but for the command (bwrap(1)). */
export function toBwrapArgs(plan: BwrapPlan, request: ArgsRequest): readonly string[] {
  const { place } = request;
  return [
    ...ownNamespaces(plan, request),
    ...viewArgs(plan, { proc: OWN_PROC, place }),
    ...["--chdir", plan.workdir],
  ];
}

/**
 * Pure: those of what holds the files of a plan for others to enter. It is root of its user namespace,
 * as which it may be entered, and the machine's own /proc is what lets each that enters mount its own
 * (user_namespaces(7)).
 */
export function roomArgs(
  plan: BwrapPlan,
  { place }: Pick<ViewRequest, "place">,
): readonly string[] {
  return [
    ...["--unshare-user", "--uid", "0", "--gid", "0", ...WITHOUT_RIGHTS],
    ...viewArgs(
      { ...plan, mounts: roomMounts(plan) },
      { proc: ["--bind", "/proc", "/proc"], place },
    ),
  ];
}

/** Pure: the mounts of a plan that a room has. */
export function roomMounts({ mounts }: Pick<BwrapPlan, "mounts">): readonly BwrapMount[] {
  return mounts.filter((mount) => !isOfProc(mount));
}

function isOfProc({ target }: BwrapMount): boolean {
  return isInside("/proc", target);
}

/** Pure: those of a command that has entered: all but the files is its own. */
export function enteredArgs(plan: BwrapPlan, request: EnteringRequest): readonly string[] {
  const { uid, gid } = plan.user;
  return [
    ...ownNamespaces(plan, request),
    ...["--uid", uid.toString(), "--gid", gid.toString()],
    ...["--dev-bind", "/", "/", ...OWN_PROC],
    ...plan.mounts.filter(isOfProc).flatMap(mountArgs),
    ...["--chdir", plan.workdir],
  ];
}

function ownNamespaces({ network }: BwrapPlan, request: EnteringRequest): readonly string[] {
  return [
    ...ALWAYS,
    ...(network === "shared" ? [] : ["--unshare-net"]),
    // With a terminal the command stays in its session, for job control, and the filter keeps it from
    // typing there.
    ...(request.isTerminal ? [] : ["--new-session"]),
    ...["--seccomp", request.filterFd.toString()],
  ];
}
