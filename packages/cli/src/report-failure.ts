import { styleText } from "node:util";

import { toFailure } from "./failure.ts";
import { printable } from "./printable.ts";

/** Tells the person, or with `json` the program, what failed; leaves the status to be read. */
export function reportFailure(error: unknown, { json }: { readonly json: boolean }): void {
  const { code, message, hint, detail, status } = toFailure(error);
  // Not process.exit(): what is still to be written to a pipe would be lost.
  process.exitCode = status;
  if (json) {
    const report = { error: { code, message, hint, detail } };
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    return;
  }
  const stream = { stream: process.stderr };
  const lines = [
    ...(detail === undefined || detail === "" ? [] : [printable(detail)]),
    `${styleText("red", "Error:", stream)} ${printable(message)}`,
    ...(hint === undefined ? [] : [`${styleText("cyan", "Hint:", stream)} ${printable(hint)}`]),
  ];
  process.stderr.write(`${lines.join("\n")}\n`);
}
