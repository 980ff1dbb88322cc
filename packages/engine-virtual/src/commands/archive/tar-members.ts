import { FileError } from "../../files/errors.ts";
import type { Invocation } from "../command.ts";
import { CommandError } from "../options.ts";
import { directoryBelow, markOf, type Positional, type TarCall } from "./tar-options.ts";

/** A name of the call, and what stands in front of it. */
export interface Member {
  readonly name: string;
  /** The directories that every `-C` names, each below the one before. */
  readonly directories: readonly string[];
  /** The patterns that come behind another name. */
  readonly exclusions: readonly string[];
}

export interface Members {
  readonly all: readonly Member[];
  /** The patterns that hold for all of them. */
  readonly exclusions: readonly string[];
  /** Where what is not named is: where things are extracted. */
  readonly directories: readonly string[];
  /** What comes behind the last name. */
  readonly late: readonly Positional[];
}

/** The operands, with what holds for each of them. */
export function membersOf({ options }: TarCall): Omit<Members, "exclusions"> {
  const all: Member[] = [];
  let [directories, exclusions]: [readonly string[], readonly string[]] = [[], []];
  let late: readonly Positional[] = [];
  for (const word of options.operands) {
    const mark = markOf(word);
    if (mark === undefined) {
      all.push({ name: word, directories, exclusions });
      late = [];
      continue;
    }
    late = [...late, mark];
    if (mark.option === "-C") directories = [...directories, mark.value];
    else exclusions = [...exclusions, mark.value];
  }
  return { all, directories, late };
}

/** Goes where `-C` leads, when there is something to do there. */
export class Directories {
  readonly #invocation: Invocation;
  readonly #known = new Map<readonly string[], string>();

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  at(words: readonly string[]): string {
    const known = this.#known.get(words) ?? this.#entered(words);
    this.#known.set(words, known);
    return known;
  }

  #entered(words: readonly string[]): string {
    const { cwd, files } = this.#invocation;
    let directory = cwd;
    for (const word of words) {
      directory = directoryBelow(directory, word);
      try {
        if (files.stat(directory).kind !== "directory") throw new FileError("ENOTDIR", directory);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        const words = `${word.replace(/(?<=.)\/+$/, "")}: Cannot open: ${error.message}`;
        throw new CommandError(`${words}\ntar: Error is not recoverable: exiting now`);
      }
    }
    return directory;
  }
}
