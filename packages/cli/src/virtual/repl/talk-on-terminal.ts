import { openTypedHistory, resolveStateDir } from "@agent-sandbox/host";
import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

import { reportFailure } from "../../report-failure.ts";
import type { Surroundings } from "../../surroundings.ts";
import { converse } from "./converse.ts";

interface TalkPorts {
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
  /** Keeps what the sandbox has come to. */
  readonly save: () => Promise<void>;
}

/**
 * A session at a terminal; resolves with its status once it is saved. Where it cannot be, it goes on, and
 * who ends it again at once gives up what was not saved.
 */
export async function talkOnTerminal(
  sandbox: VirtualSandbox,
  { surroundings, signal, save }: TalkPorts,
): Promise<number> {
  const { env, home } = surroundings;
  let failed = false;
  for (;;) {
    const history = openTypedHistory(resolveStateDir(env, home), "virtual");
    const { status, hasRun } = await converse(sandbox, { history, signal });
    if (!process.stdout.destroyed && !sandbox.hasExited) process.stdout.write("\n");
    const isLast = signal.aborted || (failed && !hasRun);
    try {
      await save();
      return status;
    } catch (error) {
      if (isLast) throw error;
      reportFailure(error, { json: false });
      surroundings.say("It goes on. End it again at once to leave without saving");
      failed = true;
    }
  }
}
