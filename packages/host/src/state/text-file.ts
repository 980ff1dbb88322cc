import { readFileSync } from "node:fs";

/** The text of a file that need not be there; undefined where it cannot be read. */
export function readTextFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
