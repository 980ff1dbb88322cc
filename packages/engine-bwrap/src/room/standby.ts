import { once } from "node:events";
import type { Readable } from "node:stream";

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

/** What a shell that says nothing of its own answers with an empty line on each of its streams. */
const QUESTION = "echo </dev/null; echo >&2\n";

/** What some shells set that were not given it. */
const NOT_GIVEN = "unset SHLVL OLDPWD";

/** How long a command waits for it; to set another one up takes less, in milliseconds. */
const PATIENCE = 500;

/**
 * A sandbox in a room, set up before there is a command for it: a shell waits in it and becomes the command
 * that it is told. It runs as that command will and has nothing that the command is not to have.
 */
export class Standby implements AsyncDisposable {
  readonly environment: Command["environment"];
  /** Whether it waits for its command; false where it ended instead, or said something else. */
  readonly isReady: Promise<boolean>;
  readonly #started: StartedBwrap;

  constructor({ plan, lead, environment, entrance }: StandbyRequest) {
    const command = { argv: [SHELL], environment } as const;
    const line = enteringLine({ plan, command, lead, isTerminal: false }, entrance);
    const started = startBwrap(line, ["pipe", "pipe", "pipe"]);
    const { stdin } = started.child;
    this.environment = environment;
    this.#started = started;
    this.isReady = Promise.race([hasAnswered(started), endedInstead(started)]);
    started.setWaitedFor(false);
    // It may have ended: then its command is started anew.
    stdin?.on("error", () => undefined);
    stdin?.write(QUESTION);
    started.go();
  }

  /** The sandbox, as one that has been started for this command; undefined where it is not ready in time. To be called once. */
  async become(argv: Command["argv"], signal: AbortSignal): Promise<StartedBwrap | undefined> {
    const { child, hasEnded, setWaitedFor } = this.#started;
    setWaitedFor(true);
    const late = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const isReady = await Promise.race([this.isReady, isAborted(late)]);
    if (!isReady || hasEnded()) {
      await this[Symbol.asyncDispose]();
      return undefined;
    }
    return {
      ...this.#started,
      go: () => {
        child.stdin?.end(`${NOT_GIVEN}; exec ${argv.map(shellWord).join(" ")} </dev/null\n`);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { child, hasEnded, kill, setWaitedFor } = this.#started;
    if (hasEnded()) return;
    setWaitedFor(true);
    kill();
    await once(child, "exit").catch(() => undefined);
  }
}

async function hasAnswered({ child: { stdout, stderr } }: StartedBwrap): Promise<boolean> {
  const answers = await Promise.all([stdout, stderr].map(isEmptyLine));
  return answers.every(Boolean);
}

/** Takes it: what comes after it is the command's. */
async function isEmptyLine(stream: Readable | null): Promise<boolean> {
  if (stream === null) return false;
  await once(stream, "readable");
  const first = stream.read(1) as Buffer | null;
  return first?.toString() === "\n";
}

async function endedInstead({ ended }: StartedBwrap): Promise<false> {
  await ended.catch(() => undefined);
  return false;
}

async function isAborted(signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await once(signal, "abort");
  return false;
}
