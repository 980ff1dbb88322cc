import { FileError } from "../../files/errors.ts";
import type { Files } from "../../files/files.ts";
import { joined } from "../operands.ts";
import { type IgnoreRule, ignoreRules, judgedBy } from "./ignore-rule.ts";

/** The ignore files of one directory, and of those above it. */
export interface IgnoreScope {
  readonly directory: string;
  readonly above: IgnoreScope | undefined;
  /** The strongest first: .rgignore, .ignore, .gitignore, .git/info/exclude. */
  readonly files: readonly (readonly IgnoreRule[])[];
  readonly isRepository: boolean;
}

export interface IgnoreOptions {
  readonly own: boolean;
  /** Whether those of git count. */
  readonly git: boolean;
  /** Whether they count in a repository only. */
  readonly needsGit?: boolean;
}

function rulesIn(files: Files, path: string): readonly IgnoreRule[] {
  try {
    return files.exists(path) ? ignoreRules(Buffer.from(files.read(path)).toString()) : [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return [];
  }
}

function isInRepository(scope: IgnoreScope | undefined): boolean {
  return scope !== undefined && (scope.isRepository || isInRepository(scope.above));
}

/** Reads what the ignore files of a directory say. */
export function scopeOf(
  files: Files,
  directory: string,
  { above, options }: { readonly above: IgnoreScope | undefined; readonly options: IgnoreOptions },
): IgnoreScope {
  const isRepository = files.exists(joined(directory, ".git"));
  const counts =
    options.git && (options.needsGit === false || isRepository || isInRepository(above));
  const own = options.own ? [".rgignore", ".ignore"] : [];
  const names = [...own, ...(counts ? [".gitignore"] : [])];
  if (counts && isRepository) names.push(".git/info/exclude");
  const rules = names.map((name) => rulesIn(files, joined(directory, name)));
  return { directory, above, isRepository, files: rules.filter((one) => one.length > 0) };
}

/** The scope of a directory with those of all that are above it. */
export function scopeAt(files: Files, directory: string, options: IgnoreOptions): IgnoreScope {
  const slash = directory.lastIndexOf("/");
  const parent = directory === "/" ? undefined : directory.slice(0, slash) || "/";
  const above = parent === undefined ? undefined : scopeAt(files, parent, options);
  return scopeOf(files, directory, { above, options });
}

/** The deepest directory that has a rule decides; git's rules end at the repository. */
export function judgedIn(
  scope: IgnoreScope,
  path: string,
  isDirectory: boolean,
): ReturnType<typeof judgedBy> {
  for (let one: IgnoreScope | undefined = scope; one !== undefined; one = one.above) {
    const below = path.slice(one.directory === "/" ? 1 : one.directory.length + 1);
    for (const rules of one.files) {
      const judged = judgedBy(rules, below, isDirectory);
      if (judged !== undefined) return judged;
    }
  }
  return undefined;
}

export const isIgnored = (scope: IgnoreScope, path: string, isDirectory: boolean): boolean =>
  judgedIn(scope, path, isDirectory) === "ignored";
