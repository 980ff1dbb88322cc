import type { Running, Tick } from "../../commands/command.ts";
import { LimitError } from "../../files/errors.ts";
import type { Shell } from "../shell.ts";
import { deliver } from "./receive-signal.ts";
import { Process, type ProcessGroup, type ProcessParts } from "./process.ts";

type Step = IteratorResult<Exclude<Tick, { readonly nested: unknown }>, number>;

/** What one does that waits then may let another go on that had its turn before. */
const IDLE = 8;

/** The call's own script. */
const FIRST = 1;

/** All that runs in a sandbox: each takes a step in its turn. */
export class Processes {
  /** Whose turn it is. */
  current: Process | undefined;
  #main: Process | undefined;
  /** Rounds in which nobody said that it can go on. */
  #idle = 0;
  /** All that run, in the order in which they can go on. */
  #all: Process[] = [];
  #last = FIRST;
  #images: Map<number, Shell> | undefined;
  #alarm: PromiseWithResolvers<undefined> | undefined;
  #ended: (() => void) | undefined;

  /** Who wakes first goes on first, though others wake before its turn. */
  readonly #wake = (process: Process): void => {
    if (!this.isBusy) return;
    this.#all = [...this.#all.filter((one) => one !== process), process];
    this.#idle = 0;
    this.#alarm?.resolve(undefined);
    this.#alarm = undefined;
  };

  /** Whether there is anything beside the script. */
  get isBusy(): boolean {
    return this.#all.length > 1 || this.#all[0] !== this.#main;
  }

  /** The script of a call. */
  begin(parts: ProcessParts): void {
    this.#main = new Process(FIRST, parts, this.#wake);
    this.#all = [this.#main];
  }

  /** One more beside the others. */
  start(parts: ProcessParts): Process {
    const { maxProcessCount } = parts.shell.world.limits;
    if (this.#all.length > maxProcessCount)
      throw new LimitError("maxProcessCount", maxProcessCount);
    const process = new Process(this.nextPid(), parts, this.#wake);
    this.#all.push(process);
    return process;
  }

  /** Numbers are not used again. */
  nextPid(): number {
    this.#last += 1;
    return this.#last;
  }

  /** A turn of everything that can go on, until the script has ended. */
  next(): Step {
    const main = this.#main;
    if (main === undefined) return { done: true, value: 0 };
    this.current = main;
    const value = this.#all.length === 1 ? this.#step(main) : this.#round();
    if (main.status !== undefined) return { done: true, value: main.status };
    return { done: false, value: value as Exclude<Tick, { readonly nested: unknown }> };
  }

  /** Ends all of it where it stands. */
  return(): void {
    for (const process of this.#all) process.stop();
    this.#all = [];
    this.#main = undefined;
    this.current = undefined;
    this.#images = undefined;
  }

  get background(): readonly Process[] {
    return this.#all.filter((process) => process !== this.#main && process.status === undefined);
  }

  find(pid: number): Process | undefined {
    return this.#all.find((process) => process.pid === pid && process.status === undefined);
  }

  /** A script of its own that runs in the foreground of another. */
  image(pid: number): Shell | undefined {
    return this.#images?.get(pid);
  }

  setImage(pid: number, shell: Shell | undefined): void {
    this.#images ??= new Map();
    if (shell === undefined) this.#images.delete(pid);
    else this.#images.set(pid, shell);
  }

  /** What `timeout` ran and left in the background ends with it. */
  endGroup(group: ProcessGroup, signal: string): void {
    for (const { shell } of this.background) {
      if (isWithin(shell.group, group)) deliver(shell, signal);
    }
  }

  /** Waits for what is left in the background, but no longer than some milliseconds. */
  *outlast(most: number, canWait: boolean): Running<void> {
    const until = performance.now() + most;
    while (this.background.some(({ isStopped }) => !isStopped)) {
      const left = until - performance.now();
      if (left <= 0) return;
      if (canWait) yield* this.#change(left);
      else yield "wait";
    }
  }

  *#change(left: number): Running<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = () => resolve(undefined);
    const timer = setTimeout(end, left);
    this.#ended = end;
    try {
      yield promise;
    } finally {
      clearTimeout(timer);
      this.#ended = undefined;
    }
  }

  /** Of the script, as long as there is nothing else. */
  #step(main: Process): Tick {
    const tick = main.step();
    return this.#all.length === 1 ? tick : undefined;
  }

  #round(): Tick {
    let canGoOn = false;
    let waits = false;
    for (const process of [...this.#all]) {
      this.current = process;
      const tick = process.step();
      if (tick === undefined) canGoOn = true;
      else if (tick !== "wait") waits = true;
    }
    if (canGoOn) this.#sweep();
    this.#idle = canGoOn ? 0 : this.#idle + 1;
    if (this.#idle < IDLE) return undefined;
    if (!waits) return "wait";
    this.#alarm ??= Promise.withResolvers<undefined>();
    return this.#alarm.promise;
  }

  #sweep(): void {
    if (this.#all.every(({ status }) => status === undefined)) return;
    this.#all = this.#all.filter(({ status }) => status === undefined);
    this.#ended?.();
  }
}

function isWithin(group: ProcessGroup | undefined, outer: ProcessGroup): boolean {
  for (let one = group; one !== undefined; one = one.outer) if (one === outer) return true;
  return false;
}
