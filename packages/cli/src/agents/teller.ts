import { printable } from "../printable.ts";
import { type AgentName, AGENTS, signInHint } from "./agent.ts";
import type { Happening } from "./happening.ts";

/** Words for the person go to the output, everything else beside it. */
export type Tell = (text: string, to: "output" | "errors") => void;

/** Reads the lines that an agent writes, and tells what they mean as they come. */
export class Teller {
  readonly #agent: AgentName;
  readonly #tell: Tell;
  /** What it said last. */
  message = "";
  /** How to sign in, where it was not let in. */
  hint: string | undefined = undefined;

  constructor(agent: AgentName, tell: Tell) {
    this.#agent = agent;
    this.#tell = tell;
  }

  read(line: string): void {
    for (const happening of this.#happenings(line)) this.#hear(happening);
  }

  /** A line that is none of the agent's own is told as it is. */
  #happenings(line: string): readonly Happening[] {
    try {
      return AGENTS[this.#agent].read(JSON.parse(line));
    } catch {
      return line.trim() === "" ? [] : [{ kind: "failed", text: line }];
    }
  }

  #hear(happening: Happening): void {
    if (happening.kind === "locked-out") {
      this.#lockOut();
    } else if (happening.kind === "said") {
      this.message = happening.text;
      this.#tell(printable(happening.text), "output");
    } else if (happening.text !== this.message) {
      this.#tell(printable(happening.text), "errors");
    }
  }

  #lockOut(): void {
    if (this.hint !== undefined) return;
    this.hint = signInHint(this.#agent);
    this.#tell(`${AGENTS[this.#agent].title} is not let in. ${this.hint}`, "errors");
  }
}
