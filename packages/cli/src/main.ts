import { EXIT_STATUS } from "./exit-status.ts";
import { hangUpWith } from "./hang-up.ts";
import { reportFailure } from "./report-failure.ts";
import { processSurroundings, type Surroundings } from "./surroundings.ts";

const { TIMED_OUT, INTERRUPTED } = EXIT_STATUS;

/** Commands without oclif, whose loading takes longer than they do in a sandbox that runs. */
const QUICK: ReadonlyMap<string | undefined, () => Promise<QuickCommand>> = new Map<
  string | undefined,
  () => Promise<QuickCommand>
>([
  ["exec", async () => (await import("./exec-command.ts")).execCommand],
  ["mcp", async () => (await import("./mcp-command.ts")).mcpCommand],
  ["run", async () => (await import("./run-command.ts")).runCommand],
  ["start", async () => (await import("./start-command.ts")).startCommand],
  ["virtual", async () => (await import("./virtual-command.ts")).virtualCommand],
]);

/** Given what follows its name; resolves with "help" where that is asked for. oclif would also reorder the words that follow `--`. */
type QuickCommand = (argv: readonly string[], surroundings: Surroundings) => Promise<unknown>;

/** How long output may take to be read once we are to end, in milliseconds. */
const LAST_READ = 2_000;

/** Runs the command line; `root` is the directory of the cli's package. */
export async function main(argv: readonly string[], root: string): Promise<void> {
  hangUpWith(process.stdout);
  hangUpWith(process.stderr);
  process.once("beforeExit", leave);
  // What follows the flags of `exec` is another program's, whatever it looks like.
  const own = argv[0] === "exec" ? [] : argv;
  const json = isAskedFor(own, ["--json"]);
  try {
    const load = isAskedFor(own, ["--help", "-h"]) ? undefined : QUICK.get(argv[0]);
    const words = load === undefined ? argv : await runQuick(load, argv, json);
    if (words === undefined) return;
    const { runOclif } = await import("./run-oclif.ts");
    await runOclif(words, root);
  } catch (error) {
    reportFailure(error, { json });
    if (process.exitCode === TIMED_OUT || process.exitCode === INTERRUPTED) leaveSoon();
  }
}

/** What is left for oclif to do; undefined where nothing is. */
async function runQuick(
  load: () => Promise<QuickCommand>,
  argv: readonly string[],
  json: boolean,
): Promise<readonly string[] | undefined> {
  const command = await load();
  const asks = await command(argv.slice(1), processSurroundings({ quiet: json }));
  return asks === "help" ? ["exec", "--help"] : undefined;
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
