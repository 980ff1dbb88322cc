import { join } from "node:path";

import { MULTICALL } from "@agent-sandbox/engine-bwrap";

import { quote } from "../quote.ts";
import { packageRoot } from "../assets.ts";

/** agent-sandbox as a script, which needs nothing of the environment; `multicall` is inside alone, and not shown. */
export function ownProgram(): string {
  const program = join(packageRoot(import.meta.dirname), "bin", "run.js");
  return `#!/bin/sh\n${MULTICALL}exec ${quote([process.execPath, program])} "$@"\n`;
}
