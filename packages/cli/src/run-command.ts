import { AGENTS, SandboxError } from "@agent-sandbox/core";

import { Capture } from "./capture.ts";
import { parseDuration } from "./duration.ts";
import { type EngineWord, engineWord, execBy } from "./engine/exec-by.ts";
import type { ExecRequest } from "./exec-in-workspace.ts";
import type { Flags } from "./flags/flag.ts";
import {
  BASE_TAG_FLAG,
  BRANCH_FLAG,
  CONFIG_FLAG,
  ENGINE_FLAG,
  PROVISION_FLAGS,
  TRUST_FLAG,
} from "./flags/open-flags.ts";
import { parseWords } from "./flags/parse-words.ts";
import type { Surroundings } from "./surroundings.ts";
import { processStdio } from "./terminal.ts";

/** What `--json` keeps of each stream, in bytes. */
const CAPTURED = 16 * 1024 * 1024;

export const RUN_FLAGS = {
  agent: {
    type: "string",
    description:
      'let this agent work by itself on the prompt after "--" ("-": from standard input)',
    options: AGENTS,
  },
  "base-tag": BASE_TAG_FLAG,
  branch: BRANCH_FLAG,
  ...PROVISION_FLAGS,
  config: CONFIG_FLAG,
  engine: ENGINE_FLAG,
  model: { type: "string", description: "the model that the agent is to use", helpValue: "NAME" },
  timeout: { type: "string", description: "end the command after this long", helpValue: "30m" },
  trust: TRUST_FLAG,
} as const satisfies Flags;

type RunRequest = Omit<ExecRequest, "stdio"> & {
  readonly json: boolean;
  /** An agent that is to work by itself, on the prompt that `argv` is then. */
  readonly agent: string | undefined;
  readonly model: string | undefined;
  readonly engine: EngineWord | undefined;
};

/**
 * `agent-sandbox run …`, given what follows the word `run`; leaves the command's status as the
 * process's.
 */
export async function runCommand(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  const { json, agent, model, engine, ...request } = parseRun(argv);
  const exec = (asked: ExecRequest) => execBy(engine, asked, surroundings);
  if (agent !== undefined) {
    const { runAgent } = await import("./agents/run-agent.ts");
    const { argv: words, ...where } = request;
    await runAgent({ ...where, words, agent, model, json, exec }, surroundings);
    return;
  }
  const stdio = processStdio({ interactive: false });
  if (!json) {
    const { status } = await exec({ ...request, stdio });
    process.exitCode = status;
    return;
  }
  const [stdout, stderr] = [new Capture(CAPTURED), new Capture(CAPTURED)];
  const startedAt = performance.now();
  const { status } = await exec({ ...request, stdio: { ...stdio, stdout, stderr } });
  const report = {
    status,
    durationMs: Math.round(performance.now() - startedAt),
    stdout: stdout.text(),
    stderr: stderr.text(),
    dropped: { stdout: stdout.dropped, stderr: stderr.dropped },
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  process.exitCode = status;
}

/** Pure: the request of a command line. Fails with USAGE. */
export function parseRun(argv: readonly string[]): RunRequest {
  const split = argv.indexOf("--");
  const [program, ...rest] = split < 0 ? [] : argv.slice(split + 1);
  const words = split < 0 ? argv : argv.slice(0, split);
  const { values, positionals } = parseWords({ command: "run", words }, RUN_FLAGS);
  const [path = ".", ...others] = positionals;
  const { agent, model } = values;
  if (program === undefined) throw nothingToRun(agent);
  if (others.length > 0) throw usage(`"${others.join(" ")}" is too much`, whereItGoes(agent));
  if (model !== undefined && agent === undefined) {
    throw usage('"--model" is for an agent', 'Add "--agent claude" or "--agent codex"');
  }
  return {
    path,
    configFile: values.config,
    baseTag: values["base-tag"],
    branch: values.branch,
    from: values.from,
    fetch: values.fetch,
    trust: values.trust,
    argv: [program, ...rest],
    timeLimit: values.timeout === undefined ? undefined : parseDuration(values.timeout),
    json: values.json ?? false,
    agent,
    model,
    engine: engineWord(values.engine),
  };
}

function nothingToRun(agent: string | undefined): SandboxError {
  return usage(`no ${agent === undefined ? "command" : "prompt"} is given`, whereItGoes(agent));
}

function whereItGoes(agent: string | undefined): string {
  return agent === undefined
    ? 'Write the command after "--": agent-sandbox run -- npm test'
    : `Write the prompt in quotes after "--": agent-sandbox run --agent ${agent} -- "Fix the failing test"`;
}

function usage(state: string, hint: string): SandboxError {
  return new SandboxError("USAGE", `Cannot run: ${state}`, { hint });
}
