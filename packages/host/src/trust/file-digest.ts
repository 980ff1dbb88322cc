import { createHash } from "node:crypto";
import { readText } from "../config/read-text.ts";

/** The SHA-256 of a text, in hexadecimal. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The same of a config file as it is read; undefined where none can be read. */
export function fileDigest(file: string): string | undefined {
  try {
    const text = readText(file, { links: "refuse" });
    return text === undefined ? undefined : digestOf(text);
  } catch {
    return undefined;
  }
}
