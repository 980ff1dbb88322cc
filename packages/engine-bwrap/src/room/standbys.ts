import { isDeepStrictEqual } from "node:util";

import type { Command } from "@agent-sandbox/core";

import { ofLoader } from "../loader-variables.ts";
import type { StartedBwrap } from "../start-bwrap.ts";
import { Standby, type StandbyRequest } from "./standby.ts";

/** What a shell hands on as it got it; of others it forgets some, or sets them itself. */
const HANDED_ON =
  /^(?!(?:IFS|OPTIND|PS[0-9]|_|(?:BASH|SHELL)OPTS|E?UID|PPID|LINENO|SHLVL|OLDPWD)$)[A-Za-z_]\w*$/;

/** What a shell is told at most, in characters: the kernel's own limits are bubblewrap's to tell of. */
const MOST_TOLD = 32_768;

/**
 * One sandbox ahead of the next command of a room, which is taken to have the variables of the one before:
 * while that one runs there is a processor for it.
 */
export class Standbys implements AsyncDisposable {
  readonly #of: Omit<StandbyRequest, "environment">;
  #next: Standby | undefined;
  /** Whether there can be one: not where the policy blocks or hides the shell, or that has something to say. */
  #isOn = true;

  constructor(of: Omit<StandbyRequest, "environment">) {
    this.#of = of;
  }

  /** Sets one up where there is none; `environment` is what the command is given besides the plan's own. */
  prepare(environment: Command["environment"]): void {
    if (!this.#isOn || this.#next !== undefined) return;
    if (!canBeGiven({ ...this.#of.plan.environment, ...environment })) return;
    try {
      const standby = new Standby({ ...this.#of, environment });
      this.#next = standby;
      void standby.isReady.then((isReady) => {
        // Nobody has ended it.
        if (!isReady && this.#next === standby) this.#isOn = false;
      });
    } catch {
      // The command itself tells what cannot be started.
    }
  }

  /** Takes the one that is there, which may have to get ready; undefined where there is none for this command. */
  async take(
    { argv, environment }: Command,
    signal: AbortSignal,
  ): Promise<StartedBwrap | undefined> {
    const standby = this.#next;
    if (standby === undefined || !canBeTold(argv)) return undefined;
    this.#next = undefined;
    if (isDeepStrictEqual(standby.environment, environment))
      return await standby.become(argv, signal);
    await standby[Symbol.asyncDispose]();
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const standby = this.#next;
    this.#isOn = false;
    this.#next = undefined;
    await standby?.[Symbol.asyncDispose]();
  }
}

/** What the loader reads would act on the shell as well. */
function canBeGiven(environment: Command["environment"]): boolean {
  const { inside } = ofLoader(environment);
  return inside.length === 0 && Object.keys(environment).every((name) => HANDED_ON.test(name));
}

/** What begins with a dash, some shells take for an option of `exec`, and others take no `--` before it. */
function canBeTold(argv: Command["argv"]): boolean {
  const words = argv.join(" ");
  return words.length <= MOST_TOLD && !words.includes("\0") && !words.startsWith("-");
}
