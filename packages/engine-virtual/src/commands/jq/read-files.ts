import { FileError } from "../../files/errors.ts";
import { decodeText } from "../../shell/text.ts";
import type { Invocation, Running } from "../command.ts";
import { openInput, readAll } from "../inputs.ts";
import type { Json } from "./json.ts";
import { JsonReader } from "./json-reader.ts";

/** A file of the command line that cannot be read, or holds no JSON. */
export class BadFileError extends Error {}

export function* textFrom(invocation: Invocation, path: string): Running<string> {
  try {
    return decodeText(yield* readAll(openInput(invocation, path)));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const state = error.code === "EISDIR" ? "It's a directory" : error.message;
    throw new BadFileError(`Could not open ${path}: ${state}`);
  }
}

export function* valuesIn(text: string): Running<readonly Json[]> {
  const reader = new JsonReader(text);
  const values: Json[] = [];
  for (let value = yield* reader.next(); value !== undefined; value = yield* reader.next()) {
    values.push(value);
  }
  return values;
}
