/** What `set -o` and `shopt` switch; only what means something here can be switched. */
export const SET_OPTIONS = {
  allexport: "a",
  errexit: "e",
  errtrace: "E",
  functrace: "T",
  noclobber: "C",
  noexec: "n",
  noglob: "f",
  nounset: "u",
  physical: "P",
  pipefail: undefined,
  verbose: "v",
  xtrace: "x",
} as const;

export const SHOPT_OPTIONS = [
  "dotglob",
  "expand_aliases",
  "extglob",
  "failglob",
  "globstar",
  "inherit_errexit",
  "lastpipe",
  "nocaseglob",
  "nocasematch",
  "nullglob",
] as const;

export type SetOption = keyof typeof SET_OPTIONS;
export type ShellOption = SetOption | (typeof SHOPT_OPTIONS)[number];

/** Those that are on. Replaced as a whole, since subshells share them. */
export type ShellOptions = ReadonlySet<ShellOption>;

export const NO_OPTIONS: ShellOptions = new Set();

export function isSetOption(name: string): name is SetOption {
  return Object.hasOwn(SET_OPTIONS, name);
}

export function isShoptOption(name: string): name is (typeof SHOPT_OPTIONS)[number] {
  return SHOPT_OPTIONS.some((option) => option === name);
}

/** Options that change nothing here: there is no terminal, no history and no hash of commands. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  ...["braceexpand", "hashall", "interactive-comments", "monitor", "notify", "posix"],
  ...["history", "histexpand", "emacs", "vi", "ignoreeof", "nolog"],
  ...["keyword", "onecmd", "privileged"],
]);
