/** What `--env NAME` and `--env NAME=VALUE` say, as a section of a policy; what is not said is left out. */
interface FlagVariables {
  /** Those that go in with the values that they have here. */
  readonly allow?: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
}

export function flagVariables(words: readonly string[]): FlagVariables {
  const pairs = words.map(nameAndValue);
  const allow = pairs.flatMap(([name, value]) => (value === undefined ? [name] : []));
  const set = pairs.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    ...(allow.length > 0 && { allow }),
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
  };
}

/** `NAME=VALUE`, cut at the first sign; the value is undefined where there is none. */
export function nameAndValue(text: string): readonly [name: string, value: string | undefined] {
  const end = text.indexOf("=");
  return end < 0 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1)];
}
