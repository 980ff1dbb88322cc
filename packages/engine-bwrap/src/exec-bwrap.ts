import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

import { type BwrapPlan, type ExitStatus, SandboxError, type Stdio } from "@agent-sandbox/core";

import { commandLine, enteringLine, type LineRequest } from "./command-line.ts";
import { checkProgram } from "./find-program.ts";
import { forwardSignals } from "./forward-signals.ts";
import { checkStandardStreams } from "./inherited-descriptors.ts";
import { putBack, replacedLink } from "./kept-links.ts";
import { keptPlaces, replacedPlace } from "./kept-places.ts";
import { misplaced, proveMounts, watchMounts } from "./prove-mounts.ts";
import type { Room } from "./room/open-room.ts";
import { type Ended, startBwrap, type StartedBwrap } from "./start-bwrap.ts";
import type { StatusLines } from "./status-lines.ts";
import { withoutGone } from "./without-gone.ts";

export interface ExecPorts {
  /** bubblewrap, absolute. */
  readonly bwrap: string;
  /** Where the plan's files are mounted already. */
  readonly room?: Pick<Room, "entrance" | "standbys"> | undefined;
  /** Why no sandbox could be set up; undefined where bubblewrap as such starts. */
  readonly diagnose: (signal: AbortSignal) => Promise<SandboxError | undefined>;
}

export interface BwrapRequest extends Omit<LineRequest, "isTerminal"> {
  readonly stdio: Stdio;
}

/**
 * Runs one command to its end, in the room that is there or in a sandbox of its own. Fails with
 * PROGRAM_MISSING or POLICY_DENIED for a command that is not there or may not be executed.
 */
export async function execBwrap(
  request: BwrapRequest,
  { bwrap, diagnose, room }: ExecPorts,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { command, stdio } = request;
  if (stdio.isOwn === true) checkStandardStreams();
  const { PATH } = { ...request.plan.environment, ...command.environment };
  checkProgram(command.argv[0], request.plan, PATH);
  const ready = await readyFor(request, room, signal);
  try {
    return await untilSetUp(request, { bwrap, diagnose, room, ready }, signal);
  } finally {
    // Whatever has failed.
    ready?.kill();
  }
}

async function untilSetUp(
  request: BwrapRequest,
  { bwrap, diagnose, room, ready }: ExecPorts & { readonly ready: StartedBwrap | undefined },
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { command, stdio } = request;
  const { after = Promise.resolve() } = command;
  const isTerminal = stdio.terminal !== undefined;
  for (;;) {
    const plan = withoutGone(request.plan);
    const wanted = { ...request, plan, isTerminal };
    const line = () => (room ? enteringLine(wanted, room.entrance) : commandLine(wanted, bwrap));
    const start = () => ready ?? startBwrap(line(), standard(stdio));
    const attempt = { plan, stdio, start, after, isMounted: room !== undefined };
    const exit = await tryOnce(attempt, signal);
    if (exit !== undefined) return exit;
    // A socket that went while the sandbox was being set up has no place for its mask.
    if (room !== undefined || withoutGone(plan).mounts.length === plan.mounts.length)
      throw await notSetUp(diagnose, signal);
  }
}

/** What is set up ahead for a command that reads nothing; meanwhile another takes its place. */
async function readyFor(
  { command, stdio }: BwrapRequest,
  room: ExecPorts["room"],
  signal: AbortSignal,
): Promise<StartedBwrap | undefined> {
  if (room === undefined || stdio.isOwn === true) return undefined;
  const { standbys } = room;
  const prepareNext = () =>
    setImmediate(() => {
      standbys.prepare(command.environment);
    });
  // Not before the command has begun: a start takes this process a millisecond or two.
  void command.after?.then(prepareNext, () => undefined);
  return stdio.stdin === undefined ? await standbys.take(command, signal) : undefined;
}

interface Attempt extends Pick<BwrapRequest, "plan" | "stdio"> {
  readonly start: () => StartedBwrap;
  /** What the command waits for besides. */
  readonly after: Promise<void>;
  /** Whether the mounts are made and proven already. */
  readonly isMounted: boolean;
}

/** Undefined where the sandbox could not be set up. */
async function tryOnce(
  { plan, stdio, start, after, isMounted }: Attempt,
  signal: AbortSignal,
): Promise<ExitStatus | undefined> {
  signal.throwIfAborted();
  const started = start();
  const { child, lines, ended } = started;
  const first = () => lines.first;
  using forwarded = forwardSignals({
    ...{ signals: stdio.signals, isTerminal: stdio.terminal !== undefined, first },
    killAll: started.kill,
  });
  signal.addEventListener("abort", forwarded.end, { once: true });
  try {
    connect(child, stdio);
    const kept = keepMounts(started, { ...plan, first, after, isMounted }, forwarded.kill);
    const by = await ended;
    await kept();
    signal.throwIfAborted();
    return statusOf({ lines, by, wasKilled: forwarded.wasKilled() });
  } finally {
    signal.removeEventListener("abort", forwarded.end);
  }
}

type Kept = Pick<BwrapPlan, "mounts" | "keptLinks" | "nests"> & {
  readonly first: () => number | undefined;
} & Pick<Attempt, "after" | "isMounted">;

/**
 * Lets the command begin once the mounts are proven, and ends everything when one is lost. What it
 * returns is called once all has ended, and fails where they were not kept.
 */
function keepMounts(
  { hasEnded, go }: StartedBwrap,
  sandbox: Kept,
  kill: () => void,
): () => Promise<void> {
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    kill();
  };
  const places = keptPlaces(sandbox);
  let watch: Disposable | undefined;
  const proving = sandbox.isMounted ? Promise.resolve() : proveMounts({ ...sandbox, hasEnded });
  const proven = Promise.all([proving, sandbox.after]).then(() => {
    // Not before: of what is still being set up, mounts are missing.
    if (!hasEnded()) watch = watchMounts(sandbox, fail);
    go();
  }, fail);
  return async () => {
    await proven;
    watch?.[Symbol.dispose]();
    const link = replacedLink(sandbox.keptLinks);
    if (link !== undefined) failures.unshift(replaced(link.path, putBack(sandbox.keptLinks)));
    const place = replacedPlace(places);
    if (place !== undefined) failures.push(misplaced(place, "while the command ran"));
    const [failure] = failures;
    if (failure instanceof Error) throw failure;
  };
}

function replaced(path: string, aside: readonly string[]): SandboxError {
  const there = aside.map((name) => ` What stood in its place is "${name}".`).join("");
  return new SandboxError(
    "SANDBOX_FAILED",
    `Cannot keep "${path}" as the policy says: the link was replaced while the command ran`,
    { hint: `It is the link again.${there}` },
  );
}

function standard({ isOwn, stdin }: Stdio): readonly ("inherit" | "ignore" | "pipe")[] {
  if (isOwn === true) return ["inherit", "inherit", "inherit"];
  return [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"];
}

function connect(child: ChildProcess, { isOwn, stdin, stdout, stderr }: Stdio): void {
  if (isOwn === true) return;
  const input = stdin?.();
  // A program that ends without reading its input is no failure of ours.
  child.stdin?.on("error", () => undefined);
  if (child.stdin) input?.pipe(child.stdin);
  child.stdout?.pipe(stdout, { end: false });
  child.stderr?.pipe(stderr, { end: false });
  child.once("close", () => {
    input?.unpipe();
    input?.pause();
  });
}

interface Ending {
  readonly lines: StatusLines;
  readonly by: Ended;
  readonly wasKilled: boolean;
}

/** What a command that was killed for being asked twice, or too long ago, ends with. */
const INTERRUPTED = 130;

function statusOf({ lines, by: [, by], wasKilled }: Ending): ExitStatus | undefined {
  if (wasKilled) return { status: INTERRUPTED };
  if (lines.status !== undefined) return { status: lines.status };
  return by === null ? undefined : { status: 128 + constants.signals[by] };
}

async function notSetUp(
  diagnose: ExecPorts["diagnose"],
  signal: AbortSignal,
): Promise<SandboxError> {
  const why = await diagnose(signal);
  if (why !== undefined) return why;
  return new SandboxError(
    "SANDBOX_FAILED",
    "Cannot open the sandbox: bubblewrap could not set it up",
    { hint: "What it said is above; see what it was told with --debug" },
  );
}
