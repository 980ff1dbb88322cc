import { realpathSync } from "node:fs";
import { basename } from "node:path";

import type { BwrapPlan } from "@agent-sandbox/core";

const ENV = "/usr/bin/env";

interface Words {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const NONE: Words = { before: [], after: [] };

/**
 * What stands before bubblewrap, and before the command. A terminal sends what Ctrl-C and Ctrl-\ mean
 * to all that works on it: bubblewrap would end at once, and the command with it, whatever it does
 * about the signal (env(1), GNU's).
 */
export function terminalWords(isTerminal: boolean, { shims }: Pick<BwrapPlan, "shims">): Words {
  const isShim = shims.binds.some(({ target }) => target === ENV);
  if (!isTerminal || isShim || !isGnuEnv()) return NONE;
  return {
    before: [ENV, "--ignore-signal=INT,QUIT"],
    after: [ENV, "--default-signal=INT,QUIT"],
  };
}

/** Others know no such words. */
function isGnuEnv(): boolean {
  try {
    return basename(realpathSync(ENV)) === "env";
  } catch {
    return false;
  }
}
