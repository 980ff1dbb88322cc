import { once } from "node:events";

import type { Command } from "@agent-sandbox/core";

import { enteringLine, type LineRequest } from "../command-line.ts";
import { shellWord } from "../shell-word.ts";
import { startBwrap, type StartedBwrap } from "../start-bwrap.ts";

export interface StandbyRequest extends Pick<LineRequest, "plan" | "lead"> {
  /** What the command is given besides the plan's own variables. */
  readonly environment: Command["environment"];
  /** Leads bubblewrap into the room. */
  readonly entrance: readonly [string, ...string[]];
}

const SHELL = "/bin/sh";

/**
 * A sandbox in a room, set up before there is a command for it: a shell waits in it and becomes the command
 * that it is told. It runs as that command will and has nothing that the command is not to have.
 */
export class Standby implements Disposable {
  readonly environment: Command["environment"];
  readonly #started: StartedBwrap;
  readonly #isReady: Promise<boolean>;

  constructor({ plan, lead, environment, entrance }: StandbyRequest) {
    const command = { argv: [SHELL], environment } as const;
    const line = enteringLine({ plan, command, lead, isTerminal: false }, entrance);
    const started = startBwrap(line, ["pipe", "pipe", "pipe"]);
    const { stdin } = started.child;
    this.environment = environment;
    this.#started = started;
    this.#isReady = Promise.race([hasAnswered(started), endedInstead(started)]);
    started.setWaitedFor(false);
    // It may have ended: then its command is started anew.
    stdin?.on("error", () => undefined);
    stdin?.write("echo\n");
    started.go();
  }

  /** The sandbox, as one that has been started for this command; undefined where it does not get ready. To be called once. */
  async become(argv: Command["argv"]): Promise<StartedBwrap | undefined> {
    const { child, hasEnded, setWaitedFor } = this.#started;
    setWaitedFor(true);
    if (!(await this.#isReady) || hasEnded()) return undefined;
    return {
      ...this.#started,
      go: () => {
        child.stdin?.end(`exec ${argv.map(shellWord).join(" ")} </dev/null\n`);
      },
    };
  }

  [Symbol.dispose](): void {
    this.#started.kill();
  }
}

/** Takes the empty line that the shell writes: what comes after it is the command's. */
async function hasAnswered({ child: { stdout } }: StartedBwrap): Promise<boolean> {
  if (stdout === null) return false;
  await once(stdout, "readable");
  return stdout.read(1) !== null;
}

async function endedInstead({ ended }: StartedBwrap): Promise<false> {
  await ended.catch(() => undefined);
  return false;
}
