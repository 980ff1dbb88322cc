import { literalsOf, type ShellWord } from "./shell-command.ts";

/** Where a command may run. */
export interface Directories {
  readonly paths: readonly string[];
  /** False: also in others. */
  readonly known: boolean;
  /** Where it was before, for `cd -`. */
  readonly before: Omit<Directories, "before"> | undefined;
}

const SOMEWHERE: Omit<Directories, "before"> = { paths: [], known: false };
const MOST = 8;

/** Where what follows `cd WORDS` runs. */
export function afterCd(
  directories: Directories,
  words: readonly ShellWord[],
  home: string | undefined,
): Directories {
  const { paths, known } = directories;
  const target = words.find((word) => !/^-[LPe@]+$|^--$/.test(word.text));
  const before = { paths, known };
  if (target === undefined) return { ...directoryOf(home), before };
  if (target.text === "-") return { ...(directories.before ?? SOMEWHERE), before };
  const literals = literalsOf(target);
  const all = literals.flatMap((to) =>
    to.startsWith("/") ? [to] : paths.map((from) => `${from}/${to}`),
  );
  const isWhole =
    literals.length === target.alternatives.length &&
    (known || literals.every((to) => to.startsWith("/")));
  return { paths: all.slice(0, MOST), known: isWhole && all.length <= MOST, before };
}

function directoryOf(home: string | undefined): Omit<Directories, "before"> {
  return home === undefined ? SOMEWHERE : { paths: [home], known: true };
}

/** Where it may be once one of two ways was taken. */
export function either(one: Directories, other: Directories): Directories {
  const paths = [...new Set([...one.paths, ...other.paths])];
  return {
    paths: paths.slice(0, MOST),
    known: one.known && other.known && paths.length <= MOST,
    before: one.before === other.before ? one.before : SOMEWHERE,
  };
}

export const NOWHERE_KNOWN: Directories = { ...SOMEWHERE, before: undefined };
