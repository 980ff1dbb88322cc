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

/** Lines that are typed on this process's terminal, also ahead of the prompt. */
export class TypedLines implements Disposable {
  readonly #lines: Interface;
  readonly #ahead: Typed[] = [];
  #waiting: ((typed: Typed) => void) | undefined;

  constructor({ history, complete, interrupt }: TypingPorts) {
    hangUpWith(process.stdin);
    this.#lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: true,
      history: history.toReversed(),
      historySize: 1000,
      removeHistoryDuplicates: true,
      prompt: "",
      completer: (line: string) => {
        const [hits, end] = complete(line);
        return [[...hits], end];
      },
    });
    this.#lines.on("line", (text) => this.#take({ kind: "line", text }));
    this.#lines.on("close", () => this.#take({ kind: "end" }));
    // A terminal that was closed.
    this.#lines.on("error", () => this.#take({ kind: "end" }));
    this.#lines.on("SIGINT", () => {
      this.#clear();
      if (this.#waiting === undefined) interrupt();
      else this.#take({ kind: "interrupt" });
    });
  }

  async next(prompt: string, signal: AbortSignal): Promise<Typed> {
    const ahead = this.#ahead.shift();
    if (ahead !== undefined) return ahead;
    if (signal.aborted) return { kind: "end" };
    const { promise, resolve } = Promise.withResolvers<Typed>();
    this.#waiting = resolve;
    const end = () => this.#take({ kind: "end" });
    signal.addEventListener("abort", end, { once: true });
    this.#lines.setPrompt(prompt);
    this.#lines.prompt();
    const typed = await promise;
    signal.removeEventListener("abort", end);
    this.#lines.setPrompt("");
    return typed;
  }

  [Symbol.dispose](): void {
    this.#lines.close();
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
