import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { finished } from "node:stream/promises";

import {
  type Command,
  type ExitStatus,
  type ForwardedSignal,
  SandboxError,
  type SandboxPlan,
  type Stdio,
} from "@agent-sandbox/core";
import type Docker from "dockerode";

import { demux } from "./demux.ts";
import { dockerFailure } from "./failures.ts";
import { whyEnded } from "./why-ended.ts";

/** Waits until the sandbox may be entered, then becomes the command (see `base-image/README.md`). */
const ENTER = "/usr/local/lib/agent-sandbox/enter";
/** Sends a signal to every process that carries a run's id in its environment. */
const SIGNAL_RUN = "/usr/local/lib/agent-sandbox/signal-run";
/** What a command is left with when its container ends. */
const KILLED = 137;
/** Between TERM and KILL when a command is to end, in milliseconds. */
const KILL_AFTER = 5_000;
/** After KILL: one that the signal did not find is left behind, and nobody waits for it. */
const LEAVE_AFTER = 1_000;

export interface ExecRequest {
  readonly command: Command;
  readonly stdio: Stdio;
  readonly plan: Pick<SandboxPlan, "user" | "environment">;
}

/** One command under way. */
interface Run {
  readonly container: Docker.Container;
  readonly exec: Docker.Exec;
  readonly stream: Duplex;
  readonly stdio: Stdio;
  readonly user: SandboxPlan["user"];
  /** The daemon cannot signal what it executes: this id, in the environment, finds it again. */
  readonly id: string;
  /** Signals on their way: this process must not end before they are delivered. */
  readonly signalled: Promise<void>[];
}

/**
 * Runs a command as the sandbox's user and resolves with its own status. Aborting `signal` ends the command
 * (TERM, then KILL) and rejects with the signal's reason.
 */
export async function execInContainer(
  container: Docker.Container,
  request: ExecRequest,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const { command, stdio, plan } = request;
  const id = randomUUID();
  try {
    const exec = await container.exec(execOptions(request, id));
    const stream = await exec.start({
      hijack: true,
      stdin: stdio.stdin !== undefined,
      Tty: stdio.terminal !== undefined,
    });
    const run = { container, exec, stream, stdio, user: plan.user, id, signalled: [] };
    await carry(run, signal);
    signal.throwIfAborted();
    return await endOf(run, command);
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure(`run "${command.argv[0]}"`, error);
  }
}

async function endOf(run: Run, { argv }: Command): Promise<ExitStatus> {
  const { ExitCode } = await run.exec.inspect();
  if (ExitCode !== null && ExitCode !== KILLED) return { status: ExitCode };
  const ended = await whyEnded(run.container);
  if (ended !== undefined) throw ended;
  if (ExitCode !== null) return { status: ExitCode };
  // Its terminal was closed, or the connection broke: nobody is left to end it.
  await sendSignal(run, "SIGHUP");
  throw new SandboxError("ENGINE_FAILED", `Cannot follow "${argv[0]}": its output has ended`, {
    hint: "It was told to hang up; what ignores that still runs in the sandbox",
  });
}

function execOptions({ command, stdio, plan }: ExecRequest, id: string): Docker.ExecCreateOptions {
  return {
    User: idsOf(plan.user),
    Cmd: [ENTER, ...command.argv],
    Env: Object.entries({
      ...plan.environment,
      ...command.environment,
      AGENT_SANDBOX_RUN_ID: id,
    }).map(([name, value]) => `${name}=${value}`),
    AttachStdin: stdio.stdin !== undefined,
    AttachStdout: true,
    AttachStderr: true,
    Tty: stdio.terminal !== undefined,
  };
}

/** By number: the daemon may still know `node` by the ids that the image gave it. */
function idsOf({ uid, gid }: SandboxPlan["user"]): string {
  return `${uid.toString()}:${gid.toString()}`;
}

/** Carries bytes, sizes and signals both ways until the command has ended. */
async function carry(run: Run, signal: AbortSignal): Promise<void> {
  const { stream, stdio } = run;
  stdio.stdin?.pipe(stream);
  // Writing to a command that has closed its input is not a failure of the run.
  stream.on("error", () => undefined);
  const stops = [attachTerminal(run), followSignals(run), endOnAbort(run, signal)];
  try {
    if (stdio.terminal) {
      stream.pipe(stdio.stdout, { end: false });
      await finished(stream, { writable: false });
    } else await demux(stream, stdio);
  } finally {
    await Promise.all(run.signalled);
    for (const stop of stops) stop();
    stdio.stdin?.unpipe(stream);
    stream.destroy();
  }
}

function attachTerminal({ exec, stdio: { terminal } }: Run): () => void {
  if (!terminal) return () => undefined;
  const resize = () => {
    const { columns, rows } = terminal.size();
    // A command that has just ended has no terminal to resize.
    exec.resize({ w: columns, h: rows }).catch(() => undefined);
  };
  resize();
  return terminal.attach(resize);
}

function followSignals(run: Run): () => void {
  return run.stdio.signals.onSignal((name) => {
    run.signalled.push(sendSignal(run, name));
  });
}

function endOnAbort(run: Run, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    void sendSignal(run, "SIGTERM");
    timer = setTimeout(() => {
      void sendSignal(run, "SIGKILL");
      timer = setTimeout(() => run.stream.destroy(), LEAVE_AFTER);
    }, KILL_AFTER);
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  return () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  };
}

/** A signal that comes too late finds nobody, which is what it wanted. */
async function sendSignal({ container, user, id }: Run, name: ForwardedSignal): Promise<void> {
  const options = { User: idsOf(user), Cmd: [SIGNAL_RUN, id, name.slice("SIG".length)] };
  await container
    .exec(options)
    .then((exec) => exec.start({ Detach: true }))
    // It has been started; an answer that nobody reads would keep this process alive.
    .then((answer) => answer.destroy())
    .catch(() => undefined);
}
