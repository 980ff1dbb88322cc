import { type AgentName, type ExitStatus, SandboxError } from "@agent-sandbox/core";
import { readWorkspace } from "@agent-sandbox/host";
import { type AgentFile, readAgentFile } from "@agent-sandbox/host/agents";
import type { PolicyLayer } from "@agent-sandbox/policy";

import { runAgent } from "../agents/run-agent.ts";
import { engineOf, type EngineWord, execBy } from "../engine/exec-by.ts";
import type { ExecRequest } from "../exec-in-workspace.ts";
import { dockerPolicy, loadFileLayers } from "../load-policy.ts";
import { printableLine } from "../printable.ts";
import { listenForInterrupts } from "../interrupts.ts";
import type { Surroundings } from "../surroundings.ts";
import { processStdio } from "../terminal.ts";
import { checkTrust, type ConfigTrustRequest } from "../trust/check-trust.ts";
import { ruledAgent, SANDBOXED } from "./agent-rules.ts";
import { containerArgv, hostArgv, personaWords, ruleWords, sandboxedArgv } from "./agent-words.ts";
import { execOnHost } from "./exec-on-host.ts";

export interface NamedAgentRequest extends Omit<ExecRequest, "argv" | "stdio" | "agent" | "named"> {
  readonly name: string;
  /** The program that is to be the agent. */
  readonly agent: AgentName;
  readonly model: string | undefined;
  /** What makes its sandbox, whatever the configuration says. */
  readonly engine: EngineWord | undefined;
  /** As the flags say; the policy's own word without them. */
  readonly sandbox: boolean | undefined;
  /** Whether somebody has agreed to do without. */
  readonly isAgreed: boolean;
  /** What follows `--`; undefined where a person is to talk to the agent. */
  readonly words: readonly string[] | undefined;
  readonly json: boolean;
}

/** How a program is started, and by what. */
interface Start {
  readonly exec: (request: ExecRequest) => Promise<ExitStatus>;
  readonly argv: readonly [string, ...string[]];
}

/**
 * Runs an agent by its own file, with its permissions, and leaves its status as the process's. In a sandbox
 * of its own, unless the flags or the policy say otherwise and a person agrees.
 */
export async function runNamedAgent(
  request: NamedAgentRequest,
  surroundings: Surroundings,
): Promise<void> {
  const { words } = request;
  if (words === undefined) checkTerminal(request);
  const start = await startOf(request, surroundings);
  const { name, agent, model, json, ...rest } = request;
  if (words !== undefined) {
    const whose = { agent, as: name, model, words, json, ...start };
    await runAgent({ ...rest, ...whose }, surroundings);
    return;
  }
  const stdio = processStdio({ interactive: true });
  const { status } = await start.exec({ ...rest, argv: start.argv, stdio, agent: name });
  process.exitCode = status;
}

async function startOf(request: NamedAgentRequest, surroundings: Surroundings): Promise<Start> {
  const { name, path, configFile, agent } = request;
  const workspace = readWorkspace(path);
  const file = readAgentFile({ name, workspace: workspace.path, home: surroundings.home });
  surroundings.say(printableLine(noteOn(name, file)));
  const layers = await loadFileLayers({ path: workspace.path, configFile }, surroundings);
  const resolve = (all: readonly PolicyLayer[]) => dockerPolicy(all, workspace.path, surroundings);
  const { named, policy } = ruledAgent(name, file, { layers, resolve });
  // A model's name in an agent's file is Claude Code's.
  const model = request.model ?? (agent === "claude" ? file.model : undefined);
  const persona = personaWords(agent, { instructions: file.instructions, model });
  const prompted = request.words !== undefined;
  if (request.sandbox ?? policy.enabled.value) {
    const engine = await engineOf(request.engine, request, surroundings);
    const argv =
      engine === "bwrap"
        ? sandboxedArgv(agent, policy, { prompted })
        : containerArgv(agent, { prompted });
    const own = { ...named, layers: [...named.layers, SANDBOXED] };
    return {
      argv: [...argv, ...persona],
      exec: (exec) => execBy(engine, { ...exec, named: own }, surroundings),
    };
  }
  checkHost(request);
  await checkFiles({ ...request, path: workspace.path, layers }, surroundings);
  const rules = ruleWords(agent, policy, named);
  return {
    argv: [...hostArgv(agent, { prompted }), ...rules, ...persona],
    exec: ({ argv, stdio, timeLimit, transcript }) =>
      execOnHost(
        { path, argv, stdio, timeLimit, transcript, agent: name, isAgreed: request.isAgreed },
        surroundings,
      ),
  };
}

function noteOn(name: string, { file, from }: AgentFile): string {
  return `${name}: by ${file}, ${from === "workspace" ? "the workspace's own" : "your own"}`;
}

function checkTerminal({ json }: NamedAgentRequest): void {
  const hint =
    'Write the prompt in quotes after "--": agent-sandbox agent run NAME -- "Review this"';
  if (json) throw usage('there is no prompt, and "--json" is for one', hint);
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw usage("there is no prompt, and no terminal to talk on", hint);
}

/** That there is no sandbox, and that no rules are handed on, may be a word of the repository's. */
async function checkFiles(request: ConfigTrustRequest, surroundings: Surroundings): Promise<void> {
  using interrupts = listenForInterrupts();
  await checkTrust(request, surroundings, interrupts.signal);
}

function checkHost({ branch }: NamedAgentRequest): void {
  if (branch === undefined) return;
  throw usage(
    `the branch "${branch}" is worked on in a sandbox alone`,
    "Leave --branch out, or add --sandbox",
  );
}

function usage(state: string, hint: string): SandboxError {
  return new SandboxError("USAGE", `Cannot run the agent: ${state}`, { hint });
}
