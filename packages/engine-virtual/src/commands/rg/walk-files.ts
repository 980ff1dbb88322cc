import { FileError } from "../../files/errors.ts";
import type { Entry, FileKind } from "../../files/files.ts";
import type { Invocation } from "../command.ts";
import { globMatcher } from "../glob-match.ts";
import { joined } from "../operands.ts";
import { CommandError, type Options } from "../options.ts";
import { typesOf } from "./file-types.ts";
import {
  type IgnoreOptions,
  type IgnoreScope,
  judgedIn,
  scopeAt,
  scopeOf,
} from "./ignore-files.ts";
import { type IgnoreRule, ignoreRule, ignoreRules, judgedBy } from "./ignore-rule.ts";
import type { RgKey } from "./rg-options.ts";
import { encodeText } from "../../shell/text.ts";

/** What is searched, or why it cannot be; `undefined` now and then, for a tick. */
export interface Walked {
  readonly name: string;
  /** Named by the call, not found below a directory. */
  readonly isNamed: boolean;
  readonly refusal?: string;
}

type Match = (name: string) => boolean;

function typeMatchers(options: Options<RgKey>, key: "type" | "typeNot"): readonly Match[] {
  const types = typesOf(options);
  return options.values(key).flatMap((type) => {
    const globs = type === "all" ? Object.values(types).flat() : types[type];
    if (globs === undefined) throw new CommandError(`unrecognized file type: ${type}`);
    return globs.map((glob) => globMatcher(glob));
  });
}

/** `-g` in order: what is named last counts; without `!` it is what is wanted. */
function globRules(options: Options<RgKey>): readonly IgnoreRule[] {
  return options.given.flatMap(({ key, value = "" }) => {
    if (key !== "glob" && key !== "ignoreCaseGlob") return [];
    const ignoreCase = key === "ignoreCaseGlob" || options.has("globIgnoresCase");
    return ignoreRule(value, { ignoreCase }) ?? [];
  });
}

const UNITS: Readonly<Record<string, number>> = { "": 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function sizeOf(text: string | undefined): number {
  if (text === undefined) return Infinity;
  const [, digits, unit = ""] = /^(\d+)([KMG]?)$/.exec(text) ?? [];
  if (digits === undefined) throw new CommandError(`invalid format for size '${text}'`);
  return Number(digits) * (UNITS[unit] ?? 1);
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
  /** What the files that `--ignore-file` names say; all others say more. */
  readonly #named: readonly IgnoreRule[];
  readonly #mostBytes: number;
  readonly #isDown: boolean;

  constructor(invocation: Invocation, options: Options<RgKey>) {
    const freedom = options.given.filter(({ key }) => key === "unrestricted").length;
    const ignores = !options.has("noIgnore") && freedom === 0;
    this.#invocation = invocation;
    this.#globs = globRules(options);
    this.#types = typeMatchers(options, "type");
    this.#notTypes = typeMatchers(options, "typeNot");
    this.#ignores = {
      own: ignores && !options.has("noIgnoreDot"),
      git: ignores && !options.has("noIgnoreVcs"),
      needsGit: !options.has("noRequireGit"),
    };
    this.#named = ignores && !options.has("noIgnoreFiles") ? this.#ignoreFiles(options) : [];
    this.#mostBytes = sizeOf(options.value("maxFilesize"));
    this.#isDown = options.has("sortDown");
    const hidden = options.last("hidden", "noHidden");
    this.#hidden = hidden === "hidden" || (hidden === undefined && freedom > 1);
    this.#follows = options.has("follow");
    this.#maxDepth = Number(options.value("maxDepth") ?? Infinity);
  }

  #ignoreFiles(options: Options<RgKey>): readonly IgnoreRule[] {
    const { files, resolve } = this.#invocation;
    const texts = options.values("ignoreFile").map((path) => files.read(resolve(path)));
    return texts.flatMap((text) => ignoreRules(Buffer.from(text).toString()));
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
    const sorted = [...entries].sort(byName);
    for (const entry of this.#isDown ? sorted.reverse() : sorted) {
      yield* this.#entry(entry, shown, at);
    }
  }

  *#entry({ kind, name }: Entry, above: string, at: Level): Iterable<Walked | undefined> {
    const path = joined(at.real, name);
    const shown = above === "" ? name : joined(above, name);
    const behind = kind === "link" ? this.#behind(path) : kind;
    const isDirectory = behind === "directory";
    if (behind === "broken") yield* this.#broken({ path, name, isDirectory }, shown, at);
    if (!isDirectory && behind !== "file") return;
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

  /** A link that is to be followed, and leads nowhere. */
  *#broken(link: Candidate, shown: string, at: Level): Iterable<Walked> {
    if (!this.#isWanted(link, at.scope)) return;
    const refusal = `IO error for operation on ${shown}: No such file or directory (os error 2)`;
    yield { name: shown, isNamed: false, refusal };
  }

  #behind(path: string): FileKind | "broken" | undefined {
    const { files } = this.#invocation;
    if (!this.#follows) return undefined;
    return files.exists(path) ? files.stat(path).kind : "broken";
  }

  /** Globs of the call go over everything, then what is hidden or ignored, then types. */
  #isWanted({ isDirectory, name, path }: Candidate, scope: IgnoreScope): boolean {
    const judged = judgedBy(this.#globs, this.#fromHere(path), isDirectory);
    if (judged === "kept") return false;
    if (judged === "ignored") return true;
    const needsGlob = this.#globs.some(({ isException }) => !isException);
    if (needsGlob && !isDirectory) return false;
    if (name.startsWith(".") && !this.#hidden) return false;
    if (this.#isIgnored({ isDirectory, name, path }, scope)) return false;
    return isDirectory || (this.#hasType(name) && this.#isSmall(path));
  }

  #isIgnored({ isDirectory, path }: Candidate, scope: IgnoreScope): boolean {
    const judged = judgedIn(scope, path, isDirectory);
    const here = judged ?? judgedBy(this.#named, this.#fromHere(path), isDirectory);
    return here === "ignored";
  }

  #isSmall(path: string): boolean {
    return (
      this.#mostBytes === Infinity || this.#invocation.files.stat(path).size <= this.#mostBytes
    );
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
  Buffer.compare(encodeText(one.name), encodeText(other.name));
