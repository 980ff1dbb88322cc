import { FileError } from "../files/errors.ts";
import type { FileKind } from "../files/files.ts";
import type { Running } from "./command.ts";
import { complain } from "./define-command.ts";
import { globMatcher } from "./glob-match.ts";
import type { GrepCall } from "./grep-options.ts";
import { readAll, openInput } from "./inputs.ts";
import { joined, lastName } from "./operands.ts";
import { CommandError } from "./options.ts";

type Match = (name: string) => boolean;

/** Something to search: a file by its name, `-` for standard input, or why it cannot be searched. */
export interface Searched {
  readonly name: string;
  /** Found below a directory, not named by the call. */
  readonly isFound: boolean;
  readonly refusal?: string;
}

function* globsFrom({ invocation, options }: GrepCall): Running<readonly string[]> {
  const globs: string[] = [...options.values("exclude")];
  for (const file of options.values("excludeFrom")) {
    try {
      const text = Buffer.from(yield* readAll(openInput(invocation, file))).toString();
      globs.push(...text.split("\n").filter((line) => line !== ""));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`${file}: ${error.message}`);
    }
  }
  return globs;
}

const matchersOf = (globs: readonly string[]): readonly Match[] =>
  globs.map((glob) => globMatcher(glob));

/** Finds all that a call searches, below directories too where it is recursive. */
class GrepFiles {
  readonly #call: GrepCall;
  /** The directories that the walk is in, without links where links are followed. */
  readonly #chain: string[] = [];
  readonly #recursive: boolean;
  readonly #skips: boolean;
  readonly #included: readonly Match[];
  readonly #excluded: readonly Match[];
  readonly #excludedDirectories: readonly Match[];

  constructor(call: GrepCall, excluded: readonly string[]) {
    const { options } = call;
    this.#call = call;
    const action = options.last("recursive", "recursiveFollowing", "directories");
    const named = action === "directories" ? options.value("directories") : undefined;
    this.#recursive = named === "recurse" || (action !== undefined && action !== "directories");
    this.#skips = named === "skip";
    this.#included = matchersOf(options.values("include"));
    this.#excluded = matchersOf(excluded);
    this.#excludedDirectories = matchersOf(options.values("excludeDirectory"));
  }

  get isRecursive(): boolean {
    return this.#recursive;
  }

  *operand(operand: string): Iterable<Searched | undefined> {
    if (operand === "-") {
      yield { name: "-", isFound: false };
      return;
    }
    const { files, resolve } = this.#call.invocation;
    try {
      const { kind } = files.stat(resolve(operand));
      if (kind === "directory") yield* this.#directory(operand);
      else if (this.#isWanted(operand, false)) yield { name: operand, isFound: false };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      yield { name: operand, isFound: false, refusal: error.message };
    }
  }

  *#directory(operand: string): Iterable<Searched | undefined> {
    if (this.#skips) return;
    if (!this.#recursive) {
      yield { name: operand, isFound: false, refusal: "Is a directory" };
      return;
    }
    const name = lastName(operand);
    if (this.#excludedDirectories.some((match) => match(name) || match(operand))) return;
    yield* this.below(operand);
  }

  /** Everything in a directory; a link is followed only by `-R`. */
  *below(directory: string): Iterable<Searched | undefined> {
    const { files, resolve } = this.#call.invocation;
    const path = resolve(directory === "" ? "." : directory);
    yield undefined;
    if (!this.#enter(path, directory)) return;
    for (const { name, kind } of files.list(path)) {
      const shown = directory === "" ? name : joined(directory, name);
      const behind = kind === "link" ? this.#behindLink(joined(path, name)) : kind;
      if (behind === "directory") {
        if (!this.#excludedDirectories.some((match) => match(name))) yield* this.below(shown);
      } else if (behind === "file" && this.#isWanted(name, true)) {
        yield { name: shown, isFound: true };
      }
    }
    this.#chain.pop();
  }

  get #follows(): boolean {
    return this.#call.options.last("recursive", "recursiveFollowing") === "recursiveFollowing";
  }

  /** Whether a directory is none of those that it is found in. */
  #enter(path: string, shown: string): boolean {
    const { invocation } = this.#call;
    const real = this.#follows ? invocation.files.realPath(path) : path;
    if (this.#chain.includes(real)) {
      complain(invocation, `${shown}: warning: recursive directory loop`);
      return false;
    }
    this.#chain.push(real);
    return true;
  }

  #behindLink(path: string): FileKind | undefined {
    const { files } = this.#call.invocation;
    return this.#follows && files.exists(path) ? files.stat(path).kind : undefined;
  }

  #isWanted(name: string, isFound: boolean): boolean {
    const last = lastName(name);
    const matches = (match: Match): boolean => match(last) || (!isFound && match(name));
    if (this.#excluded.some(matches)) return false;
    return this.#included.length === 0 || this.#included.some(matches);
  }
}

/** All that a call searches; `undefined` now and then, for a tick. */
export function* filesToSearch(
  call: GrepCall,
  operands: readonly string[],
): Running<{ readonly isRecursive: boolean; readonly all: Iterable<Searched | undefined> }> {
  const found = new GrepFiles(call, yield* globsFrom(call));
  function* all(): Iterable<Searched | undefined> {
    if (operands.length > 0) for (const operand of operands) yield* found.operand(operand);
    else if (found.isRecursive) yield* found.below("");
    else yield { name: "-", isFound: false };
  }
  return { isRecursive: found.isRecursive, all: all() };
}
