import type { Json } from "./json.ts";
import { JqError } from "./json.ts";
import { JsonSyntaxError, wholeJson } from "./json-reader.ts";
import { paused, type Steps } from "./steps.ts";

/** One value that is the whole of a text, in one go: ticks are left out. */
export function parseJson(text: string): Json {
  const running = wholeJson(text);
  for (;;) {
    const { done, value } = running.next();
    if (done === true) return value;
  }
}

/** What a short text says, such as a number. */
export function parsedJson(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    return refused(text, error);
  }
}

/** The same of one that may be long, with a pause now and then. */
export function* readJson(text: string): Steps<Json> {
  try {
    return yield* paused(wholeJson(text));
  } catch (error) {
    return refused(text, error);
  }
}

function refused(text: string, error: unknown): never {
  if (!(error instanceof JsonSyntaxError)) throw error;
  throw new JqError(`${error.message} (while parsing '${text}')`);
}
