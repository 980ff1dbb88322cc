import type { Running } from "../command.ts";
import { joined } from "../operands.ts";
import { statusAt } from "../transfer.ts";
import { type GzipCall, suffixOf } from "./gzip-options.ts";
import { Warning } from "./gzip-warning.ts";

/** The files that an operand stands for: itself, or all that is below a directory. */
export function* namesOf(call: GzipCall, operand: string): Running<readonly string[]> {
  yield;
  const { invocation, options } = call;
  if (operand === "-" || isKeptLink(call, operand)) return [operand];
  const { files, resolve } = invocation;
  if (options.has("decompress", "list", "test") && !files.exists(resolve(operand))) {
    return [operand.endsWith(suffixOf(call)) ? operand : operand + suffixOf(call)];
  }
  if (files.stat(resolve(operand)).kind !== "directory") return [operand];
  if (!options.has("recursive")) throw new Warning(`${operand} is a directory -- ignored`);
  return yield* namesBelow(call, operand);
}

/** A link is not followed where it would be lost. */
function isKeptLink({ invocation, options }: GzipCall, operand: string): boolean {
  if (options.has("force", "stdout", "list", "test")) return false;
  return statusAt(invocation, operand, false)?.kind === "link";
}

function* namesBelow(call: GzipCall, directory: string): Running<readonly string[]> {
  const { files, resolve } = call.invocation;
  const names: string[] = [];
  for (const { name, kind } of files.list(resolve(directory))) {
    const path = joined(directory, name);
    const isWhole = kind !== "directory" && files.exists(resolve(path));
    names.push(...(isWhole ? [path] : yield* namesOf(call, path)));
  }
  return names;
}
