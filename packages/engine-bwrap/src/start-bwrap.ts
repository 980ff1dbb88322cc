import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

import { SandboxError } from "@agent-sandbox/core";

import { type CommandLine, FIRST_GIVEN_FD, GO_FD, STATUS_FD } from "./command-line.ts";
import { coverWaysOut } from "./inherited-descriptors.ts";
import { send } from "./process-tree.ts";
import { StatusLines } from "./status-lines.ts";

export type Ended = readonly [status: number | null, by: NodeJS.Signals | null];

export interface StartedBwrap {
  readonly child: ChildProcess;
  readonly hasEnded: () => boolean;
  /** Lets the command begin: until then bubblewrap holds it. */
  readonly go: () => void;
  /** Ends everything in the sandbox at once. */
  readonly kill: () => void;
  /** Whether this process stays for as long as it runs. */
  readonly setWaitedFor: (isWaitedFor: boolean) => void;
  /** What it has told so far. */
  readonly lines: StatusLines;
  /** Once it has ended and all that it wrote was read. Fails with ENGINE_UNAVAILABLE where it could not start. */
  readonly ended: Promise<Ended>;
}

/** How long bubblewrap may take to tell its child's id, in milliseconds. */
const UNKNOWN = 2_000;

type Standard = readonly ("inherit" | "ignore" | "pipe")[];

/** Starts bubblewrap, and hands it what it reads. */
export function startBwrap(line: CommandLine, standard: Standard): StartedBwrap {
  const { given } = line;
  const child = spawnBwrap(line, standard);
  const ended = endOf(child);
  // Whoever waits for it may not have come to it yet when it fails.
  ended.catch(() => undefined);
  const lines = new StatusLines();
  let isToEnd = false;
  for (const [index, bytes] of given.entries()) write(child, FIRST_GIVEN_FD + index, bytes);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const killBwrap = () => child.kill("SIGKILL");
  const kill = () => {
    if (hasEnded()) return;
    const { first } = lines;
    if (first !== undefined) send(first, "SIGKILL");
    // Without bubblewrap its child would wait for it for good: it has to be known first.
    if (first !== undefined) killBwrap();
    else if (!isToEnd) setTimeout(killBwrap, UNKNOWN).unref();
    isToEnd = true;
  };
  const stream = streamsOf(child)[STATUS_FD] as Readable | undefined;
  stream?.setEncoding("utf8").on("data", (text: string) => {
    lines.add(text);
    if (isToEnd) kill();
  });
  return {
    ...{ child, lines, ended, hasEnded, kill },
    go: () => {
      write(child, GO_FD, "go");
    },
    setWaitedFor: (isWaitedFor) => {
      for (const one of [child, ...streamsOf(child)] as (ChildProcess | Socket | null)[]) {
        if (isWaitedFor) one?.ref();
        else one?.unref();
      }
    },
  };
}

function spawnBwrap({ argv, environment, given }: CommandLine, standard: Standard): ChildProcess {
  const ours = ["pipe", "pipe", ...given.map(() => "pipe" as const)] as const;
  using waysOut = coverWaysOut(FIRST_GIVEN_FD + given.length);
  try {
    return spawn(argv[0], argv.slice(1), {
      // Nothing of the caller's is left: /proc/1/environ shows what bubblewrap was started with.
      ...{ env: environment, cwd: "/" },
      stdio: [...standard, ...ours, ...waysOut.stdio],
    });
  } catch (cause) {
    throw cannotStart(cause);
  }
}

/** What bubblewrap reads from a descriptor; one that has failed already reads none of it. */
function write(child: ChildProcess, descriptor: number, content: Uint8Array | string): void {
  const stream = streamsOf(child)[descriptor] as Writable | undefined;
  stream?.on("error", () => undefined);
  stream?.end(content);
}

/** None where no process could be started. */
function streamsOf(child: Partial<Pick<ChildProcess, "stdio">>): readonly unknown[] {
  return child.stdio ?? [];
}

async function endOf(child: ChildProcess): Promise<Ended> {
  try {
    return (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  } catch (cause) {
    throw cannotStart(cause);
  }
}

function cannotStart(cause: unknown): SandboxError {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return new SandboxError("ENGINE_UNAVAILABLE", `Cannot start bubblewrap${why}`, {
    hint: "See whether it runs by itself: bwrap --version",
    cause,
  });
}
