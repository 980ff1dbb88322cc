import { UsageError } from "./options.ts";
import { quoted } from "./quote.ts";

export function missingOperand(): never {
  throw new UsageError("missing operand");
}

/** The operands of cp and mv, which need a source and a target. */
export function missingFile(operands: readonly string[]): never {
  const [only] = operands;
  if (only === undefined) throw new UsageError("missing file operand");
  throw new UsageError(`missing destination file operand after ${quoted(only)}`);
}

/** The last name on a path, without slashes behind it. */
export function lastName(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, "");
  return trimmed === "/" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

export const joined = (directory: string, name: string): string =>
  directory.endsWith("/") ? directory + name : `${directory}/${name}`;
