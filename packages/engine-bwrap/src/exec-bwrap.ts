import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, endianness } from "node:os";
import type { Readable, Writable } from "node:stream";

import {
  type BwrapPlan,
  type Command,
  type ExitStatus,
  SandboxError,
  type Stdio,
} from "@agent-sandbox/core";

import { checkProgram } from "./find-program.ts";
import { forwardSignals } from "./forward-signals.ts";
import { ofLoader } from "./loader-variables.ts";
import { StatusLines } from "./status-lines.ts";
import { terminalFilter } from "./terminal-filter.ts";
import { terminalWords } from "./terminal-words.ts";
import { toBwrapArgs } from "./to-bwrap-args.ts";

export interface ExecPorts {
  /** bubblewrap, absolute. */
  readonly bwrap: string;
  /** Why no sandbox could be set up; undefined where bubblewrap as such starts. */
  readonly diagnose: (signal: AbortSignal) => Promise<SandboxError | undefined>;
}

/** What bubblewrap itself refuses to read (bubblewrap.c, MAX_ARGS). */
const MOST_ARGUMENTS = 9_000;

/** The descriptors after the three standard ones. */
const STATUS_FD = 3;
const ARGS_FD = 4;
const FILTER_FD = 5;
const FIRST_CONTENT_FD = 6;

/** Runs one command in a sandbox of its own by the plan, to its end. */
export async function execBwrap(
  { plan, command, stdio }: { plan: BwrapPlan; command: Command; stdio: Stdio },
  { bwrap, diagnose }: ExecPorts,
  signal: AbortSignal,
): Promise<ExitStatus> {
  signal.throwIfAborted();
  const isTerminal = stdio.terminal !== undefined;
  const environment = { ...plan.environment, ...command.environment };
  checkProgram(command.argv[0], plan, environment["PATH"]);
  const { outside, inside } = ofLoader(environment);
  const args = [
    ...toBwrapArgs(plan, {
      isTerminal,
      filterFd: FILTER_FD,
      place: ({ target, mode }, index) => [
        ...["--perms", mode.toString(8).padStart(4, "0")],
        ...["--ro-bind-data", (FIRST_CONTENT_FD + index).toString(), target],
      ],
    }),
    ...inside.flatMap(([name, value]) => ["--setenv", name, value]),
  ];
  checkNumber(args);
  const words = terminalWords(isTerminal, plan);
  const [program, ...rest] = [
    ...words.before,
    bwrap,
    ...["--json-status-fd", STATUS_FD.toString(), "--args", ARGS_FD.toString(), "--"],
    ...words.after,
    ...command.argv,
  ] as [string, ...string[]];
  const given = [
    Buffer.from(args.map((arg) => `${arg}\0`).join("")),
    terminalFilter(process.arch, endianness()),
    ...plan.shims.files.map(({ content }) => Buffer.from(content)),
  ];
  const child: ChildProcess = spawn(program, rest, {
    // Nothing of the caller's is left: /proc/1/environ shows what bubblewrap was started with.
    ...{ env: outside, cwd: "/" },
    stdio: [...standard(stdio), "pipe", ...given.map(() => "pipe" as const)],
  });
  const lines = new StatusLines();
  using forwarded = forwardSignals({
    ...{ signals: stdio.signals, isTerminal },
    first: () => lines.first,
    sendToBwrap: (name) => child.kill(name),
  });
  signal.addEventListener("abort", forwarded.end, { once: true });
  try {
    const ended = endOf(child);
    hand(child, given);
    readStatus(child, lines);
    connect(child, stdio);
    const by = await ended;
    signal.throwIfAborted();
    return await statusOf({ lines, by, wasKilled: forwarded.wasKilled() }, diagnose, signal);
  } finally {
    signal.removeEventListener("abort", forwarded.end);
  }
}

function checkNumber(args: readonly string[]): void {
  if (args.length <= MOST_ARGUMENTS) return;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    "Cannot hide or keep so many paths: they are more than bubblewrap takes",
    { hint: "Name the directories that they are in with filesystem.exclude or filesystem.ro" },
  );
}

function standard({ isOwn, stdin }: Stdio): readonly ("inherit" | "ignore" | "pipe")[] {
  if (isOwn === true) return ["inherit", "inherit", "inherit"];
  return [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"];
}

/** What bubblewrap reads from descriptors; one that has failed already reads none of it. */
function hand(child: ChildProcess, given: readonly Buffer[]): void {
  for (const [index, bytes] of given.entries()) {
    const stream = child.stdio[ARGS_FD + index] as Writable;
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

async function statusOf(
  { lines, by: [, by], wasKilled }: Ending,
  diagnose: ExecPorts["diagnose"],
  signal: AbortSignal,
): Promise<ExitStatus> {
  if (wasKilled) return { status: INTERRUPTED };
  if (lines.status !== undefined) return { status: lines.status };
  if (by !== null) return { status: 128 + constants.signals[by] };
  const why = await diagnose(signal);
  if (why !== undefined) throw why;
  throw new SandboxError(
    "SANDBOX_FAILED",
    "Cannot open the sandbox: bubblewrap could not set it up",
    {
      hint: "What it said is above; see what it was told with --debug",
    },
  );
}
