import { isAskedFor } from "./is-asked-for.ts";

/** Runs the command line; `root` is the directory of the cli's package. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    stream.on("error", hangUpOnce());
  }
  leaveWhenDone();
  if (argv[0] === "run" && !isAskedFor(argv, ["--help", "-h"])) {
    const { runCommandLine } = await import("./run-command-line.ts");
    await runCommandLine(argv);
  } else {
    const { runOclif } = await import("./run-oclif.ts");
    await runOclif(argv, root);
  }
}

/**
 * Once nothing is left to do or to be written, the process ends without taking its heap apart, which
 * costs 2 ms.
 */
function leaveWhenDone(): void {
  process.once("beforeExit", () => {
    process.exit();
  });
}

/**
 * A terminal that was closed (EIO) hangs up, at the first failure of each stream; a reader that has
 * gone (EPIPE) is told by who follows the signals. This process ends by itself, once that is done.
 */
function hangUpOnce(): (error: NodeJS.ErrnoException) => void {
  let told = false;
  return ({ code }) => {
    if (told || code === "EPIPE") return;
    told = true;
    process.emit("SIGHUP", "SIGHUP");
  };
}
