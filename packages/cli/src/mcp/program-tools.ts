import { spawn } from "node:child_process";
import { join } from "node:path";

import { SandboxError } from "@agent-sandbox/core";

import { packageRoot } from "../assets.ts";
import { Capture } from "../capture.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import type { Executed, ToolEngine } from "./tool-engine.ts";

export interface ProgramToolsRequest {
  readonly engine: "bwrap" | "docker";
  /** The workspace. */
  readonly path: string;
  readonly configFile: string | undefined;
  /** Milliseconds for each command. */
  readonly timeLimit: number | undefined;
  readonly trust: boolean;
}

/** What is kept of each stream, in bytes. */
const CAPTURED = 4 * 1024 * 1024;

/** Each command is one of `agent-sandbox exec` or `agent-sandbox run`, with its own record. */
export class ProgramTools implements ToolEngine {
  readonly name: "bwrap" | "docker";
  readonly keeps =
    "Programs run on the workspace itself, under its policy. Each call starts in the workspace, with nothing of the one before but files.";
  readonly #request: ProgramToolsRequest;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(request: ProgramToolsRequest) {
    this.name = request.engine;
    this.#request = request;
  }

  async execute(command: string, signal: AbortSignal): Promise<Executed> {
    const { timeLimit } = this.#request;
    const timeout = AbortSignal.timeout(timeLimit ?? 2 ** 31 - 1);
    const either = AbortSignal.any([signal, timeout, this.#closing.signal]);
    const running = ownProgram(this.#words(command), either);
    this.#running.add(running);
    const done = await running.finally(() => this.#running.delete(running));
    return timeout.aborted ? { ...done, exitCode: EXIT_STATUS.TIMED_OUT } : done;
  }

  snapshot(): Promise<string> {
    return Promise.reject(this.#unable("take a snapshot"));
  }

  restore(): Promise<string> {
    return Promise.reject(this.#unable("restore a snapshot"));
  }

  async list(): Promise<Readonly<Record<string, unknown>>> {
    const { engine, path } = this.#request;
    if (engine === "bwrap") return { engine, workspace: path, sandboxes: [] };
    const words = ["list", path, "--quick", "--json"];
    const { stdout, stderr, exitCode } = await ownProgram(words, AbortSignal.timeout(60_000));
    if (exitCode !== 0) {
      throw new SandboxError("SANDBOX_FAILED", `Cannot list sandboxes: ${stderr.trim()}`);
    }
    return {
      engine,
      workspace: path,
      ...(JSON.parse(stdout) as Readonly<Record<string, unknown>>),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #words(command: string): readonly string[] {
    const { engine, path, configFile, trust } = this.#request;
    const flags = [
      ...(configFile === undefined ? [] : ["--config", configFile]),
      ...(trust ? ["--trust"] : []),
    ];
    const run = engine === "bwrap" ? ["exec", "--cwd", path, ...flags] : ["run", path, ...flags];
    return [...run, "--", "bash", "-c", command];
  }

  #unable(action: string): SandboxError {
    return new SandboxError("USAGE", `Cannot ${action}: the ${this.name} engine has none`, {
      hint: 'Start "agent-sandbox mcp" with --engine virtual',
    });
  }
}

async function ownProgram(words: readonly string[], signal: AbortSignal): Promise<Executed> {
  const program = join(packageRoot(import.meta.dirname), "bin", "run.js");
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = [new Capture(CAPTURED), new Capture(CAPTURED)];
  child.stdout.pipe(stdout);
  child.stderr.pipe(stderr);
  const end = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve(status ?? EXIT_STATUS.INTERRUPTED));
    });
    return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
  } finally {
    signal.removeEventListener("abort", end);
  }
}
