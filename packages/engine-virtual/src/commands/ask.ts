import type { Invocation, Running } from "./command.ts";

/** Asks on standard error and reads one line: whether it says yes. */
export function* ask(invocation: Invocation, answers: Answers, question: string): Running<boolean> {
  invocation.stderr.write(`${invocation.name}: ${question}? `);
  const line = yield* answers.next();
  return /^[yY]/.test(line);
}

/** The lines that answer a command's questions. */
export class Answers {
  readonly #invocation: Invocation;
  #ahead = "";
  #ended = false;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  *next(): Running<string> {
    while (!this.#ahead.includes("\n") && !this.#ended) {
      const chunk = yield* this.#invocation.stdin.read();
      if (chunk === undefined) this.#ended = true;
      else this.#ahead += Buffer.from(chunk).toString();
    }
    const end = this.#ahead.indexOf("\n");
    const line = end === -1 ? this.#ahead : this.#ahead.slice(0, end);
    this.#ahead = end === -1 ? "" : this.#ahead.slice(end + 1);
    return line;
  }
}
