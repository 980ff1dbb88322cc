import { reportFailure } from "./report-failure.ts";
import { processSurroundings } from "./surroundings.ts";

/** Runs the command line; `root` is the directory of the cli's package. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    stream.on("error", tellOfClosedStream);
  }
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
  }
}

/** What follows `--` is somebody else's. */
function isAskedFor(argv: readonly string[], flags: readonly string[]): boolean {
  const split = argv.indexOf("--");
  return (split < 0 ? argv : argv.slice(0, split)).some((word) => flags.includes(word));
}

/**
 * A reader that has gone (`| head`, EPIPE) or a terminal that was closed (EIO): what runs in the
 * sandbox gets the signal. This process ends by itself, once that is done.
 */
function tellOfClosedStream({ code }: NodeJS.ErrnoException): void {
  const signal = code === "EPIPE" ? "SIGPIPE" : "SIGHUP";
  process.emit(signal, signal);
}
