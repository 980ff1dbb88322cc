import { Readable } from "node:stream";

import { type AgentName, type ExitStatus, SandboxError } from "@agent-sandbox/core";
import { openTranscript, readWorkspace, type Transcript } from "@agent-sandbox/host";

import { Capture } from "../capture.ts";
import { execInWorkspace, type ExecRequest } from "../exec-in-workspace.ts";
import { toFailure } from "../failure.ts";
import { recordPlace } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import { processStdio } from "../terminal.ts";
import { agentArgv, AGENTS, isAgentName } from "./agent.ts";
import { HeardSignal } from "./heard-signal.ts";
import { LineStream } from "./line-stream.ts";
import { Teller } from "./teller.ts";

/** What `--json` keeps of the agent's errors, in bytes. */
const CAPTURED = 1024 * 1024;

export interface AgentRequest extends Omit<ExecRequest, "argv" | "stdio"> {
  readonly agent: string;
  readonly model: string | undefined;
  /** What follows `--`. */
  readonly words: readonly string[];
  readonly json: boolean;
  /** The name that the agent has by its own file, for the record. */
  readonly as?: string;
  /** In place of its program's usual command line, and of the workspace's sandbox. */
  readonly argv?: readonly [string, ...string[]];
  readonly exec?: (request: ExecRequest) => Promise<ExitStatus>;
}

/**
 * Runs an agent to the end of its work, without a person, and leaves its status as the process's. Its
 * words go to standard output and what it does to standard error; all that it tells is kept as it is.
 */
export async function runAgent(request: AgentRequest, surroundings: Surroundings): Promise<void> {
  const { json, model, words, as, ...rest } = request;
  const agent = agentOf(request.agent);
  const prompt = promptOf(words);
  const place = await recordPlace(surroundings);
  const { path: workspace } = readWorkspace(request.path);
  using transcript = await openTranscript({ ...place, workspace, now: () => new Date() });
  const teller = new Teller(agent, json ? () => undefined : sayAloud(surroundings));
  const startedAt = performance.now();
  const { stdio, signals, stderr, ended } = streamsOf({ prompt, transcript, teller, json });
  const kept = { transcript: transcript.file, agent: as ?? agent };
  const { argv = agentArgv(agent, model), exec = inWorkspace(surroundings), ...where } = rest;
  const finish = async () => {
    await ended();
    if (!transcript.isEmpty()) surroundings.say(`Transcript: ${transcript.file}`);
  };
  const report = (status: number, failure?: Failure) => {
    const durationMs = Math.round(performance.now() - startedAt);
    const said = { message: teller.message, hint: teller.hint, stderr: stderr.text() };
    const file = transcript.isEmpty() ? undefined : transcript.file;
    process.exitCode = status;
    const who = { agent, ...(as !== undefined && { name: as }) };
    if (json)
      printReport({ ...who, status, durationMs, ...said, transcript: file, error: failure });
  };
  try {
    const { status } = await exec({ ...where, argv, stdio, ...kept }).finally(finish);
    report(signals.statusAfter(status));
  } catch (error) {
    // Without a word of the agent's there is nothing to report but the failure itself.
    if (!json || transcript.isEmpty()) throw error;
    const { status, ...failure } = toFailure(error);
    report(status, failure);
  }
}

function inWorkspace(surroundings: Surroundings) {
  return (request: ExecRequest) => execInWorkspace(request, surroundings);
}

type Failure = Omit<ReturnType<typeof toFailure>, "status">;

function printReport(report: object): void {
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
}

interface Streaming {
  readonly prompt: string;
  readonly transcript: Transcript;
  readonly teller: Teller;
  readonly json: boolean;
}

/** The streams of an agent: its output is kept and told, its errors are the person's or the report's. */
function streamsOf({ prompt, transcript, teller, json }: Streaming) {
  const own = processStdio({ interactive: false });
  const stderr = new Capture(CAPTURED);
  const signals = new HeardSignal(own.signals);
  const stdout = new LineStream(transcript.write, (line) => {
    teller.read(line);
  });
  // By its input, and not as an argument: others can read those, and they have a limit.
  const stdin = prompt === "-" ? own.stdin : () => Readable.from([prompt]);
  return {
    stdio: { ...own, stdin, stdout, stderr: json ? stderr : own.stderr, signals },
    signals,
    stderr,
    /** Once its last line, which may have no end, is told. */
    ended: async () => {
      await new Promise<void>((resolve) => stdout.end(resolve));
    },
  };
}

function agentOf(name: string): AgentName {
  if (isAgentName(name)) return name;
  throw new SandboxError("USAGE", `Cannot run: there is no agent "${name}"`, {
    hint: `The agents are ${Object.keys(AGENTS).join(" and ")}`,
  });
}

/** One argument, so that what a shell has taken apart is noticed; `-` is standard input. */
function promptOf(words: readonly string[]): string {
  const [prompt, second] = words;
  if (prompt !== undefined && prompt.trim() !== "" && second === undefined) return prompt;
  const state =
    second === undefined ? "no prompt is given" : "the prompt is more than one argument";
  throw new SandboxError("USAGE", `Cannot run: ${state}`, {
    hint: 'Write it in quotes after "--": agent-sandbox run --agent codex -- "Fix the failing test"; or "-" to read it from standard input',
  });
}

function sayAloud({ say }: Surroundings) {
  return (text: string, to: "output" | "errors") => {
    if (to === "output") process.stdout.write(`${text}\n`);
    else say(text);
  };
}
