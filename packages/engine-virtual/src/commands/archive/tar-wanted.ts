import { complain } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import type { Member, Members } from "./tar-members.ts";
import { excludedBy, markOf, type TarCall } from "./tar-options.ts";

const plain = (name: string): string => name.replace(/\/+$/, "");

type Asked = Pick<Member, "directories"> & {
  readonly name: string;
  readonly matches: (name: string) => boolean;
};

/** The patterns of a call that takes things out of an archive: wherever they stand. */
function exclusionOf({ options }: TarCall, { exclusions }: Members): (name: string) => boolean {
  const late = options.operands.map(markOf).filter((mark) => mark?.option === "--exclude");
  return excludedBy([...exclusions, ...late.map((mark) => mark?.value ?? "")]);
}

/** Which members of an archive are asked for. */
export class Wanted {
  readonly #call: TarCall;
  readonly #members: Members;
  readonly #asked: readonly Asked[];
  readonly #found = new Set<Asked>();
  readonly #isExcluded: (name: string) => boolean;

  constructor(call: TarCall, members: Members) {
    this.#call = call;
    this.#members = members;
    this.#isExcluded = exclusionOf(call, members);
    const withWildcards = call.options.has("wildcards");
    this.#asked = members.all.map(({ directories, name: asked }) => {
      const fits = withWildcards
        ? globMatcher(plain(asked))
        : (name: string): boolean => name === plain(asked);
      const matches = (name: string): boolean => fits(name) || name.startsWith(`${plain(asked)}/`);
      return { directories, name: asked, matches };
    });
  }

  /** Where a member belongs, by the first name that asks for it; `undefined` where nobody does. */
  placeOf(entryName: string): readonly string[] | undefined {
    const name = plain(entryName);
    if (this.#isExcluded(name)) return undefined;
    if (this.#asked.length === 0) return this.#members.directories;
    const first = this.#asked.find(({ matches }) => matches(name));
    if (first !== undefined) this.#found.add(first);
    return first?.directories;
  }

  /** Says which were not there; the status. */
  finish(): number {
    const missing = this.#asked.filter((asked) => !this.#found.has(asked));
    for (const { name } of missing)
      complain(this.#call.invocation, `${name}: Not found in archive`);
    return missing.length > 0 ? 2 : 0;
  }
}
