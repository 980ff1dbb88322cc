import { type ChildProcess, spawn } from "node:child_process";

import type { ForwardedSignal, Stdio } from "@agent-sandbox/core";

import type { HostProgram } from "./run-program.ts";

/** A program that runs, with what it has started. */
export interface Started {
  readonly child: ChildProcess;
  /** To all of it. */
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Whether any of it is left. */
  readonly lives: () => boolean;
  /** Hands on a signal that this process got. */
  readonly tell: (signal: ForwardedSignal) => void;
  /** Gives its streams up. */
  readonly release: () => void;
}

/**
 * Starts a program. One that a person talks to has the terminal, and so is in this process's group; any
 * other one leads a group of its own, which what it starts is in as well.
 */
export function startProgram(program: HostProgram): Started {
  return program.stdio.terminal === undefined ? startApart(program) : startBeside(program);
}

/** The terminal itself sends these to all that runs in it. */
const OF_TERMINAL = new Set<ForwardedSignal>(["SIGINT", "SIGQUIT"]);

function startBeside({ argv: [program, ...words], directory, env }: HostProgram): Started {
  const child = spawn(program, words, { cwd: directory, env, stdio: "inherit" });
  return {
    child,
    kill: (signal) => {
      child.kill(signal);
    },
    lives: () => child.exitCode === null && child.signalCode === null,
    tell: (signal) => {
      if (!OF_TERMINAL.has(signal)) child.kill(signal);
    },
    release: () => undefined,
  };
}

function startApart({ argv: [program, ...words], directory, env, stdio }: HostProgram): Started {
  const options = { cwd: directory, env, stdio: "pipe", detached: true } as const;
  const child = spawn(program, words, options);
  const disconnect = connect(child, stdio);
  const kill = (signal: NodeJS.Signals | 0) => signalGroup(child.pid, signal);
  return { child, kill, lives: () => kill(0), tell: kill, release: disconnect };
}

/** Whether there was anybody to get it. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (leader === undefined) return false;
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

function connect(child: ChildProcess, { stdin, stdout, stderr }: Stdio): () => void {
  const input = stdin?.();
  // A program that ends without reading its input is no failure of ours.
  child.stdin?.on("error", () => undefined);
  if (input === undefined) child.stdin?.end();
  else if (child.stdin) input.pipe(child.stdin);
  child.stdout?.pipe(stdout, { end: false });
  child.stderr?.pipe(stderr, { end: false });
  return () => {
    input?.unpipe();
    input?.pause();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  };
}
