import { EXIT_STATUS } from "./exit-status.ts";
import { isAskedFor } from "./is-asked-for.ts";
import { reportFailure } from "./report-failure.ts";

const { TIMED_OUT, INTERRUPTED } = EXIT_STATUS;

/** How long output may take to be read once we are to end, in milliseconds. */
const LAST_READ = 2_000;

/**
 * Runs a command line to its end; what fails is told, and left as the status. Each bundle does so by
 * itself: it has a SandboxError of its own, which the other would not know.
 */
export async function reportFailuresOf(
  argv: readonly string[],
  work: (asked: { readonly json: boolean }) => Promise<void>,
): Promise<void> {
  const json = isAskedFor(argv, ["--json"]);
  try {
    await work({ json });
  } catch (error) {
    reportFailure(error, { json });
    if (process.exitCode === TIMED_OUT || process.exitCode === INTERRUPTED) leaveSoon();
  }
}

/** Ends by itself at once, unless a reader that does not read holds it up. */
function leaveSoon(): void {
  setTimeout(() => {
    process.exit();
  }, LAST_READ).unref();
}
