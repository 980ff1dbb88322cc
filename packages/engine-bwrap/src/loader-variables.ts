/** They act on every program before its own first line: bubblewrap itself runs outside. */
const ACTS_BEFORE = /^(?:LD_.*|GLIBC_TUNABLES|GCONV_PATH|MALLOC_.*)$/;

type Variables = Readonly<Record<string, string>>;

/**
 * The variables that bubblewrap is started with, and those that are set inside alone: a library that
 * somebody named for the command must not be loaded into what is not in the sandbox yet.
 */
export function ofLoader(environment: Variables): {
  readonly outside: Variables;
  readonly inside: readonly (readonly [string, string])[];
} {
  const entries = Object.entries(environment);
  const acts = ([name]: readonly [string, string]) => ACTS_BEFORE.test(name);
  return {
    outside: Object.fromEntries(entries.filter((entry) => !acts(entry))),
    inside: entries.filter(acts),
  };
}
