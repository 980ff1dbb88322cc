import { isDeepStrictEqual } from "node:util";

import type { Command } from "@agent-sandbox/core";

import type { StartedBwrap } from "../start-bwrap.ts";
import { Standby, type StandbyRequest } from "./standby.ts";

/** What a shell hands on as it got it; of others it forgets some. */
const OF_SHELL = /^[A-Za-z_]\w*$/;

/** What a shell is told at most, in characters: the kernel's own limits are bubblewrap's to tell of. */
const MOST_TOLD = 32_768;

/**
 * One sandbox ahead of the next command of a room, which is taken to have the variables of the one before:
 * while that one runs there is a processor for it.
 */
export class Standbys implements Disposable {
  readonly #of: Omit<StandbyRequest, "environment">;
  #next: Standby | undefined;
  /** Whether there can be one: not where the policy blocks or hides the shell. */
  #isOn = true;

  constructor(of: Omit<StandbyRequest, "environment">) {
    this.#of = of;
  }

  /** Sets one up where there is none; `environment` is what the command is given besides the plan's own. */
  prepare(environment: Command["environment"]): void {
    const names = Object.keys({ ...this.#of.plan.environment, ...environment });
    if (!this.#isOn || this.#next !== undefined || !names.every((name) => OF_SHELL.test(name)))
      return;
    this.#next = new Standby({ ...this.#of, environment });
  }

  /** Takes the one that is there, which may have to get ready; undefined where there is none for this command. */
  async take({ argv, environment }: Command): Promise<StartedBwrap | undefined> {
    const standby = this.#next;
    if (standby === undefined || !canBeTold(argv)) return undefined;
    this.#next = undefined;
    if (!isDeepStrictEqual(standby.environment, environment)) {
      standby[Symbol.dispose]();
      return undefined;
    }
    const started = await standby.become(argv);
    this.#isOn &&= started !== undefined;
    return started;
  }

  [Symbol.dispose](): void {
    this.#isOn = false;
    this.#next?.[Symbol.dispose]();
    this.#next = undefined;
  }
}

/** What begins with a dash, some shells take for an option of `exec`, and others take no `--` before it. */
function canBeTold(argv: Command["argv"]): boolean {
  const words = argv.join(" ");
  return words.length <= MOST_TOLD && !words.includes("\0") && !words.startsWith("-");
}
