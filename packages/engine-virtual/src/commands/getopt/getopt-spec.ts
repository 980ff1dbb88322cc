/** Whether an option has a value: none, one, or one that is written right behind it. */
export type Takes = "none" | "required" | "optional";

/** The options that a script takes. */
export interface GetoptSpec {
  readonly short: ReadonlyMap<string, Takes>;
  readonly long: ReadonlyMap<string, Takes>;
  /** Operands behind the options, at the first of which these end, or where they stand. */
  readonly order: "permute" | "stop" | "in-place";
  /** `-a`: long options begin with one dash, too. */
  readonly isAlternative: boolean;
}

const TAKES: readonly Takes[] = ["none", "required", "optional"];

/** `ab:c::` */
export function shortOptions(text: string): ReadonlyMap<string, Takes> {
  const found = text.replace(/^[-+:]+/, "").matchAll(/([^:])(:{0,2})/g);
  return new Map(Array.from(found, ([, letter = "", colons = ""]) => [letter, takes(colons)]));
}

/** `alpha,beta:,gamma::` */
export function longOptions(texts: readonly string[]): ReadonlyMap<string, Takes> {
  const names = texts.flatMap((text) => text.split(/[,\s]+/)).filter((name) => name !== "");
  return new Map(
    names.map((name) => [name.replace(/:+$/, ""), takes(/:*$/.exec(name)?.[0] ?? "")]),
  );
}

function takes(colons: string): Takes {
  return TAKES[colons.length] ?? "optional";
}
