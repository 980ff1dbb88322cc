import type { Running, Tick } from "../../commands/command.ts";
import type { Channels } from "../io/channels.ts";
import { Pipe } from "../io/pipe.ts";
import { Strand } from "../run/strand.ts";
import type { Shell } from "../shell.ts";

/** Of what `timeout` runs, so that all of it ends with it. */
export interface ProcessGroup {
  readonly outer: ProcessGroup | undefined;
}

export interface ProcessParts {
  readonly shell: Shell;
  readonly running: Running<number>;
  /** As people know it. */
  readonly text: () => string;
  /** What is left to do where a signal has ended it; its status. */
  readonly ended: (shell: Shell, status: number, signal: string) => Running<number>;
}

/** Something that runs beside others: a call's own script, or a command in the background. */
export class Process {
  readonly pid: number;
  /** Whose traps decide about signals: of `bash script &` the script's. */
  shell: Shell;
  /** What ended it, where that was a signal. */
  signal: string | undefined;
  isStopped = false;
  readonly #parts: ProcessParts;
  readonly #woken: (process: Process) => void;
  #strand: Strand;
  #held: Channels = [];
  #releases: readonly (() => void)[] = [];

  /** `woken` is told when what it waited for is there. */
  constructor(pid: number, parts: ProcessParts, woken: (process: Process) => void) {
    this.#parts = parts;
    this.#woken = woken;
    this.pid = pid;
    this.shell = parts.shell;
    this.#strand = this.#strandOf(parts.running);
  }

  /** As people know it. */
  get text(): () => string {
    return this.#parts.text;
  }

  get status(): number | undefined {
    return this.#strand.status;
  }

  step(): Tick {
    if (this.status !== undefined || this.isStopped || this.#held.some(isFull)) return "wait";
    const strand = this.#strand;
    const tick = strand.step();
    if (strand.isOver()) this.hold([]);
    return tick;
  }

  /** Keeps open what these descriptors lead to, and lets go of what it held before. */
  hold(channels: Channels): void {
    const before = this.#releases;
    this.#held = channels;
    this.#releases = channels.flatMap((channel) => channel?.hold?.() ?? []);
    for (const release of before) release();
  }

  /** A signal that nothing holds back has come from elsewhere. */
  end(signal: string, status: number): void {
    this.signal = signal;
    this.isStopped = false;
    this.#strand.stop();
    this.#strand = this.#strandOf(this.#parts.ended(this.shell, status, signal));
  }

  /** The call is over. */
  stop(): void {
    if (this.status === undefined) this.#strand.stop();
    this.hold([]);
  }

  #strandOf(running: Running<number>): Strand {
    return new Strand(running, () => this.#woken(this));
  }
}

function isFull(channel: Channels[number]): boolean {
  return channel?.output instanceof Pipe && channel.output.isFull;
}
