import { createInterface, type Interface } from "node:readline";

import { hangUpWith } from "../../hang-up.ts";

/** What somebody does at a prompt. */
export type Typed =
  | { readonly kind: "line"; readonly text: string }
  /** Ctrl-C. */
  | { readonly kind: "interrupt" }
  /** Ctrl-D, or the terminal is gone. */
  | { readonly kind: "end" };

export interface TypingPorts {
  /** The oldest first. */
  readonly history: readonly string[];
  /** What the end of a line may be completed to, and that end itself. */
  readonly complete: (line: string) => readonly [hits: readonly string[], end: string];
  /** Ctrl-C while nobody waits for a line. */
  readonly interrupt: () => void;
}

export interface Wanted {
  readonly signal: AbortSignal;
  /** Whether the line is one of the history. */
  readonly isKept: boolean;
}

/** Lines that are typed on this process's terminal, also ahead of the prompt. */
export class TypedLines implements Disposable {
  readonly #ports: TypingPorts;
  readonly #ahead: Typed[] = [];
  #lines: Interface;
  #history: readonly string[];
  #waiting: ((typed: Typed) => void) | undefined;
  #isKept = true;
  #isDisposed = false;

  constructor(ports: TypingPorts) {
    hangUpWith(process.stdin);
    this.#ports = ports;
    this.#history = ports.history.toReversed();
    this.#lines = this.#open();
  }

  async next(prompt: string, { signal, isKept }: Wanted): Promise<Typed> {
    const ahead = this.#ahead.shift();
    if (ahead !== undefined) return ahead;
    if (signal.aborted) return { kind: "end" };
    const { promise, resolve } = Promise.withResolvers<Typed>();
    this.#waiting = resolve;
    this.#isKept = isKept;
    const end = () => {
      if (this.#waiting === resolve) this.#take({ kind: "end" });
    };
    signal.addEventListener("abort", end, { once: true });
    this.#lines.setPrompt(prompt);
    this.#lines.prompt();
    const typed = await promise;
    signal.removeEventListener("abort", end);
    this.#isKept = true;
    this.#lines.setPrompt("");
    return typed;
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#lines.close();
  }

  #open(): Interface {
    const lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: true,
      history: [...this.#history],
      historySize: 1000,
      removeHistoryDuplicates: true,
      prompt: "",
      completer: (line: string) => {
        const [hits, end] = this.#isKept ? this.#ports.complete(line) : [[], line];
        return [[...hits], end];
      },
    });
    lines.on("line", (text) => this.#take({ kind: "line", text }));
    lines.on("history", (all: string[]) => {
      if (this.#isKept) this.#history = [...all];
      else all.splice(0, all.length, ...this.#history);
    });
    lines.on("close", () => this.#ended());
    // A terminal that was closed.
    lines.on("error", () => this.#take({ kind: "end" }));
    lines.on("SIGINT", () => {
      this.#clear();
      if (this.#waiting === undefined) this.#ports.interrupt();
      else this.#take({ kind: "interrupt" });
    });
    return lines;
  }

  /** Ctrl-D ends one thing that is read, and not what is read after it. */
  #ended(): void {
    if (this.#isDisposed) return;
    const { readableEnded, destroyed } = process.stdin;
    if (!readableEnded && !destroyed) this.#lines = this.#open();
    this.#take({ kind: "end" });
  }

  #take(typed: Typed): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#ahead.push(typed);
    else waiting(typed);
  }

  /** As a terminal does it: what is typed ahead goes as well. */
  #clear(): void {
    this.#ahead.length = 0;
    this.#lines.write(null, { ctrl: true, name: "e" });
    process.stdout.write("^C\n");
    this.#lines.write(null, { ctrl: true, name: "u" });
  }
}
