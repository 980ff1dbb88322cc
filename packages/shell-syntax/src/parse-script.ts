import { parse } from "unbash";

import { hideText, showText } from "./hidden-text.ts";
import { ShellSyntaxError } from "./shell-syntax-error.ts";
import type { Script } from "./syntax-tree.ts";
import { ProcessPlaces } from "./tree/process-places.ts";
import { Reading } from "./tree/reading.ts";
import { takeScript } from "./tree/take-script.ts";

export interface ParseLimits {
  /** In UTF-16 units. The default is what Linux takes as one argument of a program. */
  readonly length?: number;
  /** Levels of commands, substitutions and words inside of each other. */
  readonly depth?: number;
}

const LENGTH = 131_072;
const DEPTH = 200;

/** The parser looks for the end of each here-document from its start on. */
const HERE_DOCUMENTS = 1000;

/**
 * Reads a script of bash. Throws a ShellSyntaxError, and nothing else, for what bash could not read
 * and for what is beyond the limits; every part of the tree has been read when it returns.
 */
export function parseScript(source: string, limits: ParseLimits = {}): Script {
  const { length = LENGTH, depth = DEPTH } = limits;
  if (source.length > length) {
    throw new ShellSyntaxError(`it is longer than ${length} characters`, length);
  }
  if (source.split("<<").length > HERE_DOCUMENTS) {
    throw new ShellSyntaxError(`it has more than ${HERE_DOCUMENTS} here-documents`, 0);
  }
  const nul = source.indexOf("\0");
  if (nul !== -1) throw new ShellSyntaxError("it holds a NUL character", nul);
  return within(() => read(source, depth));
}

function read(source: string, depth: number): Script {
  try {
    return readWords(source, depth);
  } catch (error) {
    const hidden = error instanceof ShellSyntaxError ? hideText(source) : undefined;
    if (hidden === undefined) throw error;
    return showText(readWords(hidden, depth));
  }
}

/** With the process substitutions that belong to words in them. */
function readWords(source: string, depth: number): Script {
  const take = (processes: ProcessPlaces) =>
    takeScript(parse(processes.text), new Reading({ depth, processes }, takeScript));
  const plain = new ProcessPlaces(source);
  let script: Script;
  try {
    script = take(plain);
  } catch (error) {
    const guessed = error instanceof ShellSyntaxError ? guess(plain, take) : undefined;
    if (guessed === undefined) throw error;
    return guessed;
  }
  const joined = plain.joined();
  if (joined === undefined) return script;
  script = take(joined);
  if (!joined.isWhole) throw new ShellSyntaxError("a process substitution in a word", 0);
  return script;
}

/** Where the parser finds an error, as it does behind `case a<(b)`. */
function guess(plain: ProcessPlaces, take: (places: ProcessPlaces) => Script): Script | undefined {
  try {
    for (let places = plain.guessed(); places !== undefined; places = places.met()) {
      const script = take(places);
      if (places.isWhole) return script;
    }
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
  }
  return undefined;
}

/** The parser recurses without a limit for some kinds of nesting. */
function within(read: () => Script): Script {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new ShellSyntaxError("it is nested too deeply", 0);
    throw error;
  }
}
