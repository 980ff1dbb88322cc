import type { Command, Pipeline } from "@agent-sandbox/shell-syntax";

import { BrokenPipe, type Running, type Tick } from "../../commands/command.ts";
import { inputChannel, withChannel } from "../io/channels.ts";
import { Pipe } from "../io/pipe.ts";
import type { Shell } from "../shell.ts";
import { Unnested } from "./nested.ts";
import { runExitTrap } from "./run-trap.ts";

const BROKEN_PIPE = 141;

interface Ways {
  /** Runs one command in a shell. */
  readonly run: (shell: Shell, command: Command) => Running<number>;
}

/** Runs the commands of a pipeline side by side: each goes on until it waits for another. */
export function* runPipeline(shell: Shell, pipeline: Pipeline, ways: Ways): Running<number> {
  const stages = stagesOf(shell, pipeline, ways);
  try {
    while (stages.some(({ status }) => status === undefined)) {
      yield roundOf(stages);
    }
  } finally {
    for (const stage of stages) stage.stop();
  }
  const statuses = stages.map(({ status = 0 }) => status);
  shell.pipeStatuses = statuses;
  const last = statuses.at(-1) ?? 0;
  return shell.isOn("pipefail") ? (statuses.findLast((status) => status !== 0) ?? 0) : last;
}

/** One step of every command that can go on; what there is to wait for. */
function roundOf(stages: readonly Stage[]): Tick {
  let canGoOn = false;
  const promises: Promise<unknown>[] = [];
  for (const stage of stages) {
    const tick = stage.step();
    if (tick === "wait") continue;
    if (tick instanceof Promise) promises.push(tick);
    else canGoOn = true;
  }
  if (canGoOn) return undefined;
  return promises.length > 0 ? Promise.race(promises) : "wait";
}

function stagesOf(shell: Shell, { commands, pipes }: Pipeline, { run }: Ways): readonly Stage[] {
  const between = pipes.map(() => new Pipe(shell.world.limits.maxPipeSize));
  return commands.map((command, index) => {
    const isLast = index === commands.length - 1;
    const inner = isLast && shell.isOn("lastpipe") ? shell : shell.subshell();
    if (inner !== shell && command.type !== "simple") inner.loops = 0;
    const before = between[index - 1];
    const behind = between[index];
    const outer = inner.channels;
    if (before !== undefined) inner.channels = withChannel(inner.channels, 0, inputChannel(before));
    if (behind !== undefined) inner.channels = withChannel(inner.channels, 1, { output: behind });
    if (pipes[index] === "|&") inner.channels = withChannel(inner.channels, 2, { output: behind });
    const running =
      inner === shell ? run(inner, command) : withExitTrap(inner, run(inner, command));
    return new Stage(running, { before, behind, done: () => (inner.channels = outer) });
  });
}

/** Each command of a pipeline is a subshell of its own, and so is what it does when it ends. */
function* withExitTrap(inner: Shell, running: Running<number>): Running<number> {
  const status = yield* running;
  return inner.traps.size === 0 ? status : yield* runExitTrap(inner, status);
}

interface Ends {
  readonly before: Pipe | undefined;
  readonly behind: Pipe | undefined;
  readonly done: () => void;
}

class Stage {
  status: number | undefined;
  readonly #running: Unnested;
  readonly #ends: Ends;
  #promise: Promise<unknown> | undefined;

  constructor(running: Running<number>, ends: Ends) {
    this.#running = new Unnested(running);
    this.#ends = ends;
  }

  step(): Tick {
    if (this.status !== undefined || this.#ends.behind?.isFull === true) return "wait";
    if (this.#promise !== undefined) return this.#promise;
    try {
      const { done, value } = this.#running.next();
      if (done === true) this.#end(value);
      else return value instanceof Promise ? this.#await(value) : value;
    } catch (error) {
      if (!(error instanceof BrokenPipe)) throw error;
      this.#end(BROKEN_PIPE);
    }
    return undefined;
  }

  stop(): void {
    if (this.status === undefined) this.#running.return();
    this.#ends.done();
  }

  #await(promise: Promise<unknown>): Promise<unknown> {
    const settled = () => {
      this.#promise = undefined;
    };
    this.#promise = promise.then(settled, settled);
    return this.#promise;
  }

  #end(status: number): void {
    this.status = status;
    this.#ends.before?.closeReader();
    this.#ends.behind?.closeWriter();
  }
}
