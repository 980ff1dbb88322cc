import type { Invocation } from "../command.ts";
import { complain } from "../define-command.ts";

/** What may not stand at the front of a name: it would lead out of where it is extracted. */
const FRONT = /^(?:\/+|(?:.*\/)?\.\.(?=\/|$)\/*)+/s;

/** Takes from names what leads elsewhere, and says so once for each such front. */
export class SafeNames {
  readonly #invocation: Invocation;
  readonly #isOff: boolean;
  readonly #what: string;
  readonly #said = new Set<string>();

  constructor(invocation: Invocation, { isOff, what }: { isOff: boolean; what: string }) {
    this.#invocation = invocation;
    this.#isOff = isOff;
    this.#what = what;
  }

  safe(name: string): string {
    if (this.#isOff) return name;
    const [front] = FRONT.exec(name) ?? [];
    if (front === undefined || front === "") return name;
    if (!this.#said.has(front)) {
      this.#said.add(front);
      complain(this.#invocation, `Removing leading \`${front}' from ${this.#what}`);
    }
    const rest = name.slice(front.length);
    return rest === "" ? "." : rest;
  }
}
