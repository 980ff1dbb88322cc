import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";

import { type BwrapPlan, type ExitStatus, SandboxError, type Stdio } from "@agent-sandbox/core";

import {
  type BwrapRequest,
  type CommandLine,
  commandLine,
  FIRST_GIVEN_FD,
  GO_FD,
  STATUS_FD,
} from "./command-line.ts";
import { forwardSignals } from "./forward-signals.ts";
import { putBack, replacedLink } from "./kept-links.ts";
import { keptPlaces, replacedPlace } from "./kept-places.ts";
import { misplaced, proveMounts, watchMounts } from "./prove-mounts.ts";
import { coverDirectories } from "./open-directories.ts";
import { StatusLines } from "./status-lines.ts";

export interface ExecPorts {
  /** bubblewrap, absolute. */
  readonly bwrap: string;
  /** Why no sandbox could be set up; undefined where bubblewrap as such starts. */
  readonly diagnose: (signal: AbortSignal) => Promise<SandboxError | undefined>;
}

/** Runs one command in a sandbox of its own by the plan, to its end. */
export async function execBwrap(
  request: BwrapRequest,
  { bwrap, diagnose }: ExecPorts,
  signal: AbortSignal,
): Promise<ExitStatus> {
  for (;;) {
    const plan = withoutGone(request.plan);
    const exit = await tryOnce({ ...request, plan }, bwrap, signal);
    if (exit !== undefined) return exit;
    // A socket that went while the sandbox was being set up has no place for its mask.
    if (withoutGone(plan).mounts.length === plan.mounts.length)
      throw await notSetUp(diagnose, signal);
  }
}

/** Undefined where the sandbox could not be set up. */
async function tryOnce(
  request: BwrapRequest,
  bwrap: string,
  signal: AbortSignal,
): Promise<ExitStatus | undefined> {
  signal.throwIfAborted();
  const { plan, stdio } = request;
  const line = commandLine(request, bwrap);
  const child = start(line, stdio);
  const lines = new StatusLines();
  const first = () => lines.first;
  using forwarded = forwardSignals({
    ...{ signals: stdio.signals, isTerminal: stdio.terminal !== undefined, first },
    killBwrap: () => child.kill("SIGKILL"),
  });
  signal.addEventListener("abort", forwarded.end, { once: true });
  try {
    const ended = endOf(child);
    hand(child, line.given);
    readStatus(child, lines);
    // Whoever was asked to end before there was a process to kill still is.
    child.stdio[STATUS_FD]?.on("data", () => {
      if (forwarded.wasKilled()) forwarded.kill();
    });
    connect(child, stdio);
    const kept = keepMounts(child, { ...plan, first }, forwarded.kill);
    const by = await ended;
    await kept();
    signal.throwIfAborted();
    return statusOf({ lines, by, wasKilled: forwarded.wasKilled() });
  } finally {
    signal.removeEventListener("abort", forwarded.end);
  }
}

function start({ argv, environment, given }: CommandLine, stdio: Stdio): ChildProcess {
  using directories = coverDirectories(FIRST_GIVEN_FD + given.length);
  const ours = ["pipe", "pipe", ...given.map(() => "pipe" as const)] as const;
  return spawn(argv[0], argv.slice(1), {
    // Nothing of the caller's is left: /proc/1/environ shows what bubblewrap was started with.
    ...{ env: environment, cwd: "/" },
    stdio: [...standard(stdio), ...ours, ...directories.stdio],
  });
}

/** A socket that is gone by now needs no mask, and would be made as a file. */
function withoutGone(plan: BwrapPlan): BwrapPlan {
  const isThere = ({ kind, target }: BwrapPlan["mounts"][number]) =>
    kind !== "hidden-socket" || lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  return { ...plan, mounts: plan.mounts.filter(isThere) };
}

type Kept = Pick<BwrapPlan, "mounts" | "keptLinks" | "nests"> & {
  readonly first: () => number | undefined;
};

/**
 * Lets the command begin once the mounts are proven, and ends everything when one is lost. What it
 * returns is called once all has ended, and fails where they were not kept.
 */
function keepMounts(child: ChildProcess, sandbox: Kept, kill: () => void): () => Promise<void> {
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
    kill();
  };
  const places = keptPlaces(sandbox);
  const watch = watchMounts(sandbox, fail);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const proven = proveMounts({ ...sandbox, hasEnded }).then(() => {
    const go = child.stdio[GO_FD] as Writable;
    go.on("error", () => undefined);
    go.end("go");
  }, fail);
  return async () => {
    watch[Symbol.dispose]();
    await proven;
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

/** What bubblewrap reads from descriptors; one that has failed already reads none of it. */
function hand(child: ChildProcess, given: readonly Uint8Array[]): void {
  for (const [index, bytes] of given.entries()) {
    const stream = child.stdio[FIRST_GIVEN_FD + index] as Writable;
    stream.on("error", () => undefined);
    stream.end(bytes);
  }
}

function readStatus(child: ChildProcess, lines: StatusLines): void {
  const stream = child.stdio[STATUS_FD] as Readable;
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    lines.add(text);
  });
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

type Ended = readonly [status: number | null, by: NodeJS.Signals | null];

async function endOf(child: ChildProcess): Promise<Ended> {
  try {
    return (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  } catch (cause) {
    throw new SandboxError("ENGINE_UNAVAILABLE", "Cannot start bubblewrap", {
      hint: "See whether it runs by itself: bwrap --version",
      cause,
    });
  }
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
