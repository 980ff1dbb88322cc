import type { GitSession, SessionAnswer } from "@agent-sandbox/core";

import { commandFailure } from "./command-failure.ts";
import type { GitPlace } from "./places.ts";
import { safeGit, type GitOptions } from "./safe-git.ts";

/** git in one place of a session. */
export interface Git {
  /** What it printed; fails with GIT_FAILED, or DISK_FULL, where it did not succeed. */
  run(args: readonly [string, ...string[]], options?: GitOptions): Promise<string>;
  /** The same, as the bytes that it printed. */
  bytes(args: readonly [string, ...string[]], options?: GitOptions): Promise<Buffer>;
  /** Whatever it answered. */
  ask(args: readonly [string, ...string[]], options?: GitOptions): Promise<SessionAnswer>;
}

export function gitAt(session: GitSession, place: GitPlace): Git {
  const ask: Git["ask"] = (args, options) => session.run(safeGit(place, args, options));
  const succeed: Git["ask"] = async (args, options) => {
    const answer = await ask(args, options);
    if (answer.status !== 0) throw commandFailure(`git ${args[0]}`, answer);
    return answer;
  };
  return {
    ask,
    run: async (args, options) => (await succeed(args, options)).stdout,
    bytes: async (args, options) => (await succeed(args, options)).bytes,
  };
}
