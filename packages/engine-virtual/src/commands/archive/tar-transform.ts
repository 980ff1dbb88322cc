import { CommandError } from "../options.ts";
import { compileSearch } from "../text/sed/parse-address.ts";
import { readDelimited } from "../text/sed/delimited.ts";
import { largestGroup, parseReplacement } from "../text/sed/replacement.ts";
import type { Substitution } from "../text/sed/script.ts";
import { ScriptReader } from "../text/sed/script-reader.ts";
import { Substituting } from "../text/sed/substitute.ts";
import type { ScriptSearch } from "../text/sed/script-search.ts";
import type { TarCall } from "./tar-options.ts";

/** What a name belongs to: a member, or what a link leads to. */
type Scope = "member" | "link" | "hardLink";

interface Transform {
  readonly substitution: Substitution;
  readonly search: ScriptSearch;
  readonly scopes: ReadonlySet<Scope>;
}

const SCOPES = { r: "member", s: "link", h: "hardLink" } as const;

/** `--transform`: names as the expressions of sed make them, one after the other. */
export function transformOf({ options }: TarCall): (name: string, scope: Scope) => string {
  const transforms = options.values("transform").flatMap(transformsIn);
  return (name, scope) =>
    transforms.filter(({ scopes }) => scopes.has(scope)).reduce(transformed, name);
}

/** At one go: a name is no longer than a path may be. */
function transformed(name: string, { search, substitution }: Transform): string {
  const work = new Substituting(search.formOf(name), substitution, search.search);
  while (!work.step());
  return work.result ?? name;
}

function transformsIn(text: string): readonly Transform[] {
  const reader = new ScriptReader([{ text, file: undefined }]);
  const transforms = [nextTransform(reader)];
  while (reader.peek() === ";") {
    reader.next();
    if (reader.peek() !== "") transforms.push(nextTransform(reader));
  }
  return transforms;
}

function invalid(): never {
  throw new CommandError(
    "Invalid transform expression\nTry 'tar --help' or 'tar --usage' for more information.",
  );
}

function nextTransform(reader: ScriptReader): Transform {
  if (reader.next() !== "s") return invalid();
  const delimiter = reader.next();
  const source = readDelimited(reader, delimiter, true);
  const right = source === undefined ? undefined : readDelimited(reader, delimiter, false);
  if (source === undefined || right === undefined) return invalid();
  const flags = reader.takeWhile(/[^;]/);
  if (!/^(?:[gixrRsShH]|\d+)*$/.test(flags)) {
    throw new CommandError(
      `Unknown flag in transform expression: ${flags.replace(/[gixrRsShH\d]+/g, "").charAt(0)}`,
    );
  }
  const ways = { isExtended: flags.includes("x"), isBytes: false, isZero: false, reader };
  const ignoreCase = flags.includes("i");
  const search = compileSearch(ways, source, { ignoreCase, multiline: false });
  if (search === undefined) return invalid();
  const parts = parseReplacement(right);
  const number = Number(/\d+/.exec(flags)?.[0] ?? 1);
  const substitution = {
    ...{ search, parts, number, global: flags.includes("g"), prints: 0, path: undefined },
    hasGroups: largestGroup(parts) > 0,
  };
  return { search, substitution, scopes: scopesOf(flags) };
}

function scopesOf(flags: string): ReadonlySet<Scope> {
  const scopes = new Set<Scope>(Object.values(SCOPES));
  for (const [letter, scope] of Object.entries(SCOPES)) {
    if (flags.includes(letter.toUpperCase())) scopes.delete(scope);
  }
  return scopes;
}
