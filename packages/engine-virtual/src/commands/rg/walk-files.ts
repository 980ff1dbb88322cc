import { FileError } from "../../files/errors.ts";
import type { Entry, FileKind } from "../../files/files.ts";
import type { Invocation } from "../command.ts";
import { globMatcher } from "../glob-match.ts";
import { joined } from "../operands.ts";
import { CommandError, type Options } from "../options.ts";
import { FILE_TYPES } from "./file-types.ts";
import {
  type IgnoreOptions,
  type IgnoreScope,
  isIgnored,
  scopeAt,
  scopeOf,
} from "./ignore-files.ts";
import { type IgnoreRule, ignoreRule, judgedBy } from "./ignore-rule.ts";
import type { RgKey } from "./rg-options.ts";

/** What is searched, or why it cannot be; `undefined` now and then, for a tick. */
export interface Walked {
  readonly name: string;
  /** Named by the call, not found below a directory. */
  readonly isNamed: boolean;
  readonly refusal?: string;
}

type Match = (name: string) => boolean;

function typeMatchers(options: Options<RgKey>, key: "type" | "typeNot"): readonly Match[] {
  return options.values(key).flatMap((type) => {
    const globs = type === "all" ? Object.values(FILE_TYPES).flat() : FILE_TYPES[type];
    if (globs === undefined) throw new CommandError(`unrecognized file type: ${type}`);
    return globs.map((glob) => globMatcher(glob));
  });
}

/** `-g` in order: what is named last counts; without `!` it is what is wanted. */
function globRules(options: Options<RgKey>): readonly IgnoreRule[] {
  return options.given.flatMap(({ key, value = "" }) => {
    if (key !== "glob" && key !== "ignoreCaseGlob") return [];
    return ignoreRule(value, { ignoreCase: key === "ignoreCaseGlob" }) ?? [];
  });
}

/** Finds what to search, in the order of names. */
export class FileWalk {
  readonly #invocation: Invocation;
  readonly #globs: readonly IgnoreRule[];
  readonly #types: readonly Match[];
  readonly #notTypes: readonly Match[];
  readonly #ignores: IgnoreOptions;
  readonly #hidden: boolean;
  readonly #follows: boolean;
  readonly #maxDepth: number;

  constructor(invocation: Invocation, options: Options<RgKey>) {
    const freedom = options.given.filter(({ key }) => key === "unrestricted").length;
    const ignores = !options.has("noIgnore") && freedom === 0;
    this.#invocation = invocation;
    this.#globs = globRules(options);
    this.#types = typeMatchers(options, "type");
    this.#notTypes = typeMatchers(options, "typeNot");
    this.#ignores = { own: ignores, git: ignores && !options.has("noIgnoreVcs") };
    this.#hidden = options.has("hidden") || freedom > 1;
    this.#follows = options.has("follow");
    this.#maxDepth = Number(options.value("maxDepth") ?? Infinity);
  }

  *all(operands: readonly string[]): Iterable<Walked | undefined> {
    const { files, resolve } = this.#invocation;
    for (const operand of operands) {
      if (operand === "-") {
        yield { name: "-", isNamed: true };
        continue;
      }
      try {
        const path = resolve(operand || ".");
        if (files.stat(path).kind === "directory") {
          const real = files.realPath(path);
          yield* this.#below(operand, {
            real,
            depth: 1,
            scope: scopeAt(files, real, this.#ignores),
          });
        } else yield { name: operand, isNamed: true };
      } catch (error) {
        yield refusedBy(operand, error);
      }
    }
  }

  *#below(shown: string, at: Level): Iterable<Walked | undefined> {
    if (at.depth > this.#maxDepth) return;
    const { files } = this.#invocation;
    yield undefined;
    let entries: readonly Entry[];
    try {
      entries = files.list(at.real);
    } catch (error) {
      yield refusedBy(shown, error);
      return;
    }
    for (const entry of [...entries].sort(byName)) yield* this.#entry(entry, shown, at);
  }

  *#entry({ kind, name }: Entry, above: string, at: Level): Iterable<Walked | undefined> {
    const path = joined(at.real, name);
    const shown = above === "" ? name : joined(above, name);
    const behind = kind === "link" ? this.#behind(path) : kind;
    if (behind !== "directory" && behind !== "file") return;
    const isDirectory = behind === "directory";
    if (!this.#isWanted({ path, name, isDirectory }, at.scope)) return;
    if (!isDirectory) {
      yield { name: shown, isNamed: false };
      return;
    }
    const { files } = this.#invocation;
    const real = kind === "link" ? files.realPath(path) : path;
    if (`${at.real}/`.startsWith(`${real}/`)) return;
    const scope = scopeOf(files, path, { above: at.scope, options: this.#ignores });
    yield* this.#below(shown, { real: path, depth: at.depth + 1, scope });
  }

  #behind(path: string): FileKind | undefined {
    const { files } = this.#invocation;
    return this.#follows && files.exists(path) ? files.stat(path).kind : undefined;
  }

  /** Globs of the call go over everything, then what is hidden or ignored, then types. */
  #isWanted({ isDirectory, name, path }: Candidate, scope: IgnoreScope): boolean {
    const judged = judgedBy(this.#globs, this.#fromHere(path), isDirectory);
    if (judged === "kept") return false;
    if (judged === "ignored") return true;
    const needsGlob = this.#globs.some(({ isException }) => !isException);
    if (needsGlob && !isDirectory) return false;
    if (name.startsWith(".") && !this.#hidden) return false;
    if (isIgnored(scope, path, isDirectory)) return false;
    return isDirectory || this.#hasType(name);
  }

  /** Globs of the call are meant from the working directory. */
  #fromHere(path: string): string {
    const here = this.#invocation.cwd.replace(/\/?$/, "/");
    return path.startsWith(here) ? path.slice(here.length) : path.slice(1);
  }

  #hasType(name: string): boolean {
    if (this.#notTypes.some((matches) => matches(name))) return false;
    return this.#types.length === 0 || this.#types.some((matches) => matches(name));
  }
}

interface Level {
  readonly real: string;
  readonly depth: number;
  readonly scope: IgnoreScope;
}

interface Candidate {
  readonly path: string;
  readonly name: string;
  readonly isDirectory: boolean;
}

const ERRNO: Readonly<Record<string, number>> = {
  EACCES: 13,
  ELOOP: 40,
  ENAMETOOLONG: 36,
  ENOENT: 2,
  ENOTDIR: 20,
};

/** As Rust's standard library says it. */
export function refusedBy(name: string, error: unknown): Walked {
  if (!(error instanceof FileError)) throw error;
  const number = ERRNO[error.code];
  const code = number === undefined ? "" : ` (os error ${number})`;
  return { name, isNamed: true, refusal: `${error.message}${code}` };
}

const byName = (one: Entry, other: Entry): number =>
  Buffer.compare(Buffer.from(one.name), Buffer.from(other.name));
