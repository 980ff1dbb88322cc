import type { Command, Pipeline } from "@agent-sandbox/shell-syntax";

import type { Running, Tick } from "../../commands/command.ts";
import { withChannel } from "../io/channels.ts";
import { Pipe } from "../io/pipe.ts";
import type { Shell } from "../shell.ts";
import { runExitTrap } from "./run-trap.ts";
import { Strand } from "./strand.ts";

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
    if (inner !== shell && command.type === "simple") inner.seenJobs = shell.jobs ?? shell.seenJobs;
    const { channels, debugged, hasInput } = inner;
    if (command.type === "simple") inner.debugged = command;
    const ends = { before: between[index - 1], behind: between[index] };
    connect(inner, ends, pipes[index] === "|&");
    const running =
      inner === shell ? run(inner, command) : withExitTrap(inner, run(inner, command));
    return new Stage(running, {
      ...ends,
      done: () => Object.assign(inner, { channels, debugged, hasInput }),
    });
  });
}

interface Ends {
  readonly before: Pipe | undefined;
  readonly behind: Pipe | undefined;
}

/** Puts the ends of pipes in the place of standard input and output. */
export function connect(inner: Shell, { before, behind }: Ends, hasErrors: boolean): void {
  if (before !== undefined) {
    inner.channels = withChannel(inner.channels, 0, before.readingEnd());
    inner.hasInput = true;
  }
  if (behind === undefined) return;
  inner.channels = withChannel(inner.channels, 1, behind.writingEnd());
  if (hasErrors) inner.channels = withChannel(inner.channels, 2, behind.writingEnd());
}

/** Each command of a pipeline is a subshell of its own, and so is what it does when it ends. */
export function* withExitTrap(inner: Shell, running: Running<number>): Running<number> {
  const status = yield* running;
  return inner.traps.size === 0 ? status : yield* runExitTrap(inner, status);
}

export function closeEnds({ before, behind }: Ends): void {
  before?.closeReader();
  behind?.closeWriter();
}

interface StageEnds extends Ends {
  readonly done: () => void;
}

class Stage {
  readonly #strand: Strand;
  readonly #ends: StageEnds;

  constructor(running: Running<number>, ends: StageEnds) {
    this.#strand = new Strand(running);
    this.#ends = ends;
  }

  get status(): number | undefined {
    return this.#strand.status;
  }

  step(): Tick {
    if (this.status !== undefined || this.#ends.behind?.isFull === true) return "wait";
    const tick = this.#strand.step();
    if (this.#strand.isOver()) closeEnds(this.#ends);
    return tick;
  }

  stop(): void {
    if (this.status === undefined) {
      this.#strand.stop();
      closeEnds(this.#ends);
    }
    this.#ends.done();
  }
}
