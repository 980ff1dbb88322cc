import { join } from "node:path";

import { quote } from "../quote.ts";
import { packageRoot } from "../assets.ts";

/** agent-sandbox as a script, which needs nothing of the environment. */
export function ownProgram(): string {
  const program = join(packageRoot(import.meta.dirname), "bin", "run.js");
  return `#!/bin/sh\nexec ${quote([process.execPath, program])} "$@"\n`;
}
