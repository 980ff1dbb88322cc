import type { Usage } from "../files/files.ts";

export interface SandboxStats extends Usage {
  /** Calls of `execute` and `executeSync`. */
  readonly executions: number;
  /** Simple commands in all of them. */
  readonly commands: number;
  /** Milliseconds in all of them. */
  readonly timeSpent: number;
  /** Denials of the policy. */
  readonly refusals: number;
}

/** Counts calls. */
export class Tally {
  #executions = 0;
  #commands = 0;
  #timeSpent = 0;

  add(commands: number, duration: number): void {
    this.#executions += 1;
    this.#commands += commands;
    this.#timeSpent += duration;
  }

  get numbers(): Pick<SandboxStats, "executions" | "commands" | "timeSpent"> {
    return { executions: this.#executions, commands: this.#commands, timeSpent: this.#timeSpent };
  }
}
