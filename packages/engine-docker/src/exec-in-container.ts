import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { finished } from "node:stream/promises";

import {
  type Command,
  type ExitStatus,
  SandboxError,
  type SandboxPlan,
  type Stdio,
} from "@agent-sandbox/core";
import type Docker from "dockerode";

import { isConflict } from "./answers.ts";
import { answerTo } from "./daemon-patience.ts";
import { demux } from "./demux.ts";
import { endOnAbort } from "./end-on-abort.ts";
import { statusAtEnd } from "./exec-status.ts";
import { dockerFailure } from "./failures.ts";
import { forgottenOutput } from "./forgotten-output.ts";
import { idsOf, type RunSignals, signalsTo } from "./run-signals.ts";
import { whyEnded } from "./why-ended.ts";

/** Waits until the sandbox may be entered, then becomes the command (see `base-image/README.md`). */
const ENTER = "/usr/local/lib/agent-sandbox/enter";
/** What a command is left with when its container ends. */
const KILLED = 137;

export interface ExecRequest {
  readonly command: Command;
  readonly stdio: Stdio;
  readonly plan: Pick<SandboxPlan, "user" | "environment" | "limits">;
}

/** One command under way. */
interface Run {
  readonly container: Docker.Container;
  readonly exec: Docker.Exec;
  readonly stream: Duplex;
  readonly stdio: Stdio;
  readonly signals: RunSignals;
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
  const { command } = request;
  try {
    return await follow(await start(container, request, signal), command, signal);
  } catch (error) {
    signal.throwIfAborted();
    // It has ended since it was looked for.
    const ended = isConflict(error) ? await whyEnded(container) : undefined;
    throw ended ?? dockerFailure(`run "${command.argv[0]}"`, error);
  }
}

async function start(
  container: Docker.Container,
  request: ExecRequest,
  signal: AbortSignal,
): Promise<Run> {
  const { command, stdio, plan } = request;
  const id = randomUUID();
  const exec = await answerTo(
    (abortSignal) => container.exec({ ...execOptions(request, id), abortSignal }),
    signal,
  );
  await command.after;
  signal.throwIfAborted();
  // Not by `signal`: what has been asked for may start all the same, and must be ended then.
  const stream = await answerTo((abortSignal) =>
    exec.start({
      hijack: true,
      stdin: stdio.stdin !== undefined,
      Tty: stdio.terminal !== undefined,
      abortSignal,
    }),
  );
  return { container, exec, stream, stdio, signals: signalsTo({ container, exec, plan, id }) };
}

/**
 * To the end of the command, and of every signal to it: one that came while nobody listened would
 * end this process, and the command would never hear of it.
 */
async function follow(run: Run, command: Command, signal: AbortSignal): Promise<ExitStatus> {
  const stops = [followSignals(run), endOnAbort(run, signal)];
  try {
    await carry(run);
    signal.throwIfAborted();
    return await endOf(run, command);
  } catch (error) {
    // Nobody is left to end it. What had its time to end is killed, and all that it began with it.
    if (!isSilence(error)) void run.signals.send(signal.aborted ? "SIGKILL" : "SIGHUP");
    throw error;
  } finally {
    await run.signals.delivered();
    for (const stop of stops) stop();
  }
}

/** A daemon that does not answer takes no signal either. */
function isSilence(error: unknown): boolean {
  return error instanceof SandboxError && error.code === "ENGINE_UNAVAILABLE";
}

async function endOf(run: Run, { argv }: Command): Promise<ExitStatus> {
  const status = await statusAtEnd(run.exec);
  if (status !== null && status !== KILLED) return { status };
  const ended = await whyEnded(run.container);
  if (ended !== undefined) throw ended;
  if (status !== null) return { status };
  // Its terminal was closed, or the connection broke.
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

/** Carries bytes and sizes both ways until the command's output has ended. */
async function carry(run: Run): Promise<void> {
  const { exec, stream, stdio } = run;
  // Writing to a command that has closed its input is not a failure of the run.
  stream.on("error", () => undefined);
  let detach: (() => void) | undefined;
  let stdin: NodeJS.ReadableStream | undefined;
  const done = new AbortController();
  try {
    detach = attachTerminal(run);
    stdin = stdio.stdin?.();
    stdin?.pipe(stream);
    await Promise.race([handOn(run), forgottenOutput(exec, stream, done.signal)]);
  } finally {
    done.abort();
    detach?.();
    stdin?.unpipe(stream);
    stream.destroy();
  }
}

/** All that the command says. */
async function handOn({ stream, stdio }: Run): Promise<void> {
  if (stdio.terminal) {
    stream.pipe(stdio.stdout, { end: false });
    await finished(stream, { writable: false });
  } else await demux(stream, stdio);
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

function followSignals({ stdio, signals }: Run): () => void {
  return stdio.signals.onSignal((name) => void signals.send(name));
}
