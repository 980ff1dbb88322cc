import { reportFailuresOf } from "./report-failures-of.ts";
import { runCommand } from "./run-command.ts";
import { processSurroundings } from "./surroundings.ts";

/** Runs a command line whose first word is `run`. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  await reportFailuresOf(argv, async ({ json }) => {
    await runCommand(argv.slice(1), processSurroundings({ quiet: json }));
  });
}
