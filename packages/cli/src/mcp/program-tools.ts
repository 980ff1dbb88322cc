import { SandboxError } from "@agent-sandbox/core";

import { Capture } from "../capture.ts";
import { EXIT_STATUS } from "../exit-status.ts";
import type { OpeningHere } from "../library/opening.ts";
import type { Sandbox } from "../library/sandbox.ts";
import { recordPlace } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import { tidyWhenDue } from "../tidy-when-due.ts";
import { listSandboxes } from "./list-sandboxes.ts";
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

/** The engine of the server is loaded, and the other one not. */
const OPENERS = {
  bwrap: async (opening: OpeningHere) =>
    await (await import("../library/open-bwrap.ts")).openBwrap(opening),
  docker: async (opening: OpeningHere) =>
    await (await import("../library/open-docker.ts")).openDocker(opening),
} as const;

/**
 * Commands of the workspace's sandbox, each with its own record. What is loaded stays as long as the server
 * lives; the sandbox on this machine does not, and a container is joined anew: a plan knows the files and the
 * configuration as they were when it was made, and what holds the places of absent files is there for all to
 * see.
 */
export class ProgramTools implements ToolEngine {
  readonly name: "bwrap" | "docker";
  readonly keeps =
    "Programs run on the workspace itself, under its policy. Each call starts in the workspace, with nothing of the one before but files.";
  readonly #request: ProgramToolsRequest;
  readonly #surroundings: Surroundings;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(request: ProgramToolsRequest, surroundings: Surroundings) {
    this.name = request.engine;
    this.#request = request;
    this.#surroundings = surroundings;
  }

  async execute(command: string, signal: AbortSignal): Promise<Executed> {
    const running = this.#execute(command, AbortSignal.any([signal, this.#closing.signal]));
    this.#running.add(running);
    return await running.finally(() => this.#running.delete(running));
  }

  snapshot(): Promise<string> {
    return Promise.reject(this.#unable("take a snapshot"));
  }

  restore(): Promise<string> {
    return Promise.reject(this.#unable("restore a snapshot"));
  }

  async list(): Promise<Readonly<Record<string, unknown>>> {
    const { engine, path } = this.#request;
    const found = engine === "bwrap" ? { sandboxes: [] } : await listSandboxes(path);
    return { engine, workspace: path, ...found };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  async #execute(command: string, ended: AbortSignal): Promise<Executed> {
    const { timeLimit } = this.#request;
    const [stdout, stderr] = [new Capture(CAPTURED), new Capture(CAPTURED)];
    const late = timeLimit === undefined ? undefined : AbortSignal.timeout(timeLimit);
    const signal = late === undefined ? ended : AbortSignal.any([ended, late]);
    const executed = (exitCode: number) => {
      return { stdout: stdout.text(), stderr: stderr.text(), exitCode };
    };
    // Nobody is at a terminal of ours: what would be said goes to whoever called.
    const say = (message: string) => void stderr.write(`${message}\n`);
    try {
      await using sandbox = await this.#open({ ...this.#surroundings, say, quiet: true }, signal);
      const { exitCode } = await sandbox.exec(["bash", "-c", command], { stdout, stderr, signal });
      return executed(exitCode);
    } catch (error) {
      if (late?.aborted === true) return executed(EXIT_STATUS.TIMED_OUT);
      throw error;
    } finally {
      await tidyWhenDue(await recordPlace(this.#surroundings), this.#surroundings);
    }
  }

  async #open(surroundings: Surroundings, signal: AbortSignal): Promise<Sandbox> {
    const { engine, path, configFile, trust } = this.#request;
    const where = { workspace: path, configFile, trust, isForMany: false };
    return await OPENERS[engine]({ ...where, surroundings, signal });
  }

  #unable(action: string): SandboxError {
    return new SandboxError("USAGE", `Cannot ${action}: the ${this.name} engine has none`, {
      hint: 'Start "agent-sandbox mcp" with --engine virtual',
    });
  }
}
