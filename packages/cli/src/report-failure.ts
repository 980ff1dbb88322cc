import * as ux from "@oclif/core/ux";

import { toFailure } from "./failure.ts";

/** Tells the person what failed and how to go on, and leaves the exit status to be read. */
export function reportFailure(error: unknown): void {
  const { message, hint, detail, status } = toFailure(error);
  if (detail !== undefined && detail !== "") ux.stderr(detail);
  ux.stderr(`${ux.colorize("red", "Error:")} ${message}`);
  if (hint !== undefined) ux.stderr(`${ux.colorize("cyan", "Hint:")} ${hint}`);
  // Not process.exit(): what is still to be written to a pipe would be lost.
  process.exitCode = status;
}
