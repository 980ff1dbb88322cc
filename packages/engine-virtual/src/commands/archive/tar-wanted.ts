import { complain } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import type { TarCall } from "./tar-options.ts";
import { exclusionOf } from "./tar-options.ts";

const plain = (name: string): string => name.replace(/\/+$/, "");

/** Which members of an archive are asked for. */
export class Wanted {
  readonly #call: TarCall;
  readonly #names: ReadonlyMap<string, (name: string) => boolean>;
  readonly #found = new Set<string>();
  readonly #isExcluded: (name: string) => boolean;

  constructor(call: TarCall, names: readonly string[]) {
    this.#call = call;
    this.#isExcluded = exclusionOf(call);
    const withWildcards = call.options.has("wildcards");
    this.#names = new Map(
      names.map((asked) => {
        const matches = withWildcards
          ? globMatcher(plain(asked))
          : (name: string): boolean => name === plain(asked);
        return [asked, (name) => matches(name) || name.startsWith(`${plain(asked)}/`)] as const;
      }),
    );
  }

  has(entryName: string): boolean {
    const name = plain(entryName);
    if (this.#isExcluded(name)) return false;
    if (this.#names.size === 0) return true;
    const asked = [...this.#names].filter(([, matches]) => matches(name));
    for (const [one] of asked) this.#found.add(one);
    return asked.length > 0;
  }

  /** Says which were not there; the status. */
  finish(): number {
    const missing = [...this.#names.keys()].filter((asked) => !this.#found.has(asked));
    for (const asked of missing) complain(this.#call.invocation, `${asked}: Not found in archive`);
    return missing.length > 0 ? 2 : 0;
  }
}
