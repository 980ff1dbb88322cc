import { reportFailure } from "./report-failure.ts";
import { processSurroundings } from "./surroundings.ts";

/** 128 and the number of SIGPIPE. */
const CLOSED_PIPE = 141;

/** Runs the command line; `root` is the directory of the cli's package. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    stream.on("error", endAtClosedPipe);
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
 * As a program ends whose reader has gone (`| head`, EPIPE) or whose terminal was closed (EIO): what
 * runs in the sandbox gets the signal.
 */
function endAtClosedPipe({ code }: NodeJS.ErrnoException): void {
  const signal = code === "EPIPE" ? "SIGPIPE" : "SIGHUP";
  if (!process.emit(signal, signal)) process.exit(CLOSED_PIPE);
}
