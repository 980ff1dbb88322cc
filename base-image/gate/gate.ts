// The gate of one repository: takes pushes from the sandboxes of its branches, each by the socket of
// its own, and alone can write the repository. Started by gate-entry.
import { rm } from "node:fs/promises";

import { FACADES } from "./facade.ts";
import { serveFolders } from "./folders.ts";
import { readSettings } from "./settings.ts";

/** One JSON object a line on standard output, and nothing else there. */
function emit(event: object): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());

try {
  const settings = readSettings(process.env);
  // What an earlier start of this container left.
  await rm(FACADES, { recursive: true, force: true });
  await serveFolders("/gate", { settings, emit }, stop.signal);
} catch (error) {
  const reason = `Cannot open the gate: ${error instanceof Error ? error.message : String(error)}`;
  emit({ event: "gate.failed", reason });
  console.error(reason);
  process.exitCode = 125;
}
