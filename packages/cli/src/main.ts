import { EXIT_STATUS } from "./exit-status.ts";
import { hangUpWith } from "./hang-up.ts";
import { reportFailure } from "./report-failure.ts";
import { processSurroundings } from "./surroundings.ts";

const { TIMED_OUT, INTERRUPTED } = EXIT_STATUS;

/** How long output may take to be read once we are to end, in milliseconds. */
const LAST_READ = 2_000;

/** Runs the command line; `root` is the directory of the cli's package. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  hangUpWith(process.stdout);
  hangUpWith(process.stderr);
  process.once("beforeExit", leave);
  const json = isAskedFor(argv, ["--json"]);
  try {
    if (argv[0] === "run" && !isAskedFor(argv, ["--help", "-h"])) {
      const { runCommand } = await import("./run-command.ts");
      await runCommand(argv.slice(1), processSurroundings({ quiet: json }));
    } else {
      const { runOclif } = await import("./run-oclif.ts");
      await runOclif(argv, root);
    }
  } catch (error) {
    reportFailure(error, { json });
    if (process.exitCode === TIMED_OUT || process.exitCode === INTERRUPTED) leaveSoon();
  }
}

/** All is done and written: without this, Node would take its heap apart for 2 ms. */
function leave(): void {
  process.exit();
}

/** Ends by itself at once, unless a reader that does not read holds it up. */
function leaveSoon(): void {
  setTimeout(() => {
    process.exit();
  }, LAST_READ).unref();
}

/** What follows `--` is somebody else's. */
function isAskedFor(argv: readonly string[], flags: readonly string[]): boolean {
  const split = argv.indexOf("--");
  return (split < 0 ? argv : argv.slice(0, split)).some((word) => flags.includes(word));
}
