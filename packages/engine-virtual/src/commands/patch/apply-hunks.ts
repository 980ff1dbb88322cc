import { findHunk, contextOf, type Place, type Search } from "./find-hunk.ts";
import { type FilePatch, newLines, oldLines, type PatchHunk, reversedPatch } from "./file-patch.ts";
import type { Rejected } from "./reject-text.ts";

/** What is done with a patch that seems to be in the file already. */
export type Answer = "reverse" | "apply" | "skip";

export interface Applying {
  readonly lines: readonly string[];
  readonly fuzz: number;
  readonly isSame: (one: string, other: string) => boolean;
  /** Asked where only the patch's reverse fits; undefined where nobody is asked. */
  readonly whenReversed: (() => Answer) | undefined;
  readonly say: (text: string) => void;
}

export interface Applied {
  readonly lines: readonly string[];
  readonly rejected: readonly Rejected[];
  readonly patch: FilePatch;
  readonly isSkipped: boolean;
  /** Whether a hunk was somewhere else, or not quite as it was said to be. */
  readonly isInexact: boolean;
}

/** Puts one patch into the lines of one file. */
export class HunkApplication {
  readonly #applying: Applying;
  #patch: FilePatch;
  readonly #result: string[] = [];
  readonly #rejected: Rejected[] = [];
  #offset = 0;
  /** Lines of the file that are in the result already. */
  #taken = 0;
  #added = 0;
  #isSkipped = false;
  #isInexact = false;

  constructor(applying: Applying, patch: FilePatch) {
    this.#applying = applying;
    this.#patch = patch;
  }

  *run(): Generator<undefined, Applied> {
    const { lines } = this.#applying;
    for (let index = 0; index < this.#patch.hunks.length; index += 1) {
      yield;
      const place = this.#isSkipped ? undefined : yield* this.#find(index);
      const hunk = this.#patch.hunks[index];
      if (hunk === undefined) break;
      if (place === undefined) this.#reject(index, hunk);
      else this.#apply(index, hunk, place);
    }
    return {
      lines: withEnds([...this.#result, ...lines.slice(this.#taken)]),
      rejected: this.#rejected,
      patch: this.#patch,
      isSkipped: this.#isSkipped,
      isInexact: this.#isInexact,
    };
  }

  get #search(): Search {
    const { isSame, lines } = this.#applying;
    return { lines, isSame, offset: this.#offset, settled: this.#taken };
  }

  *#find(index: number): Generator<undefined, Place | undefined> {
    const exact = yield* this.#findWith(index, 0);
    if (exact !== undefined) return exact;
    const place = index === 0 ? yield* this.#findReversed() : undefined;
    const answer = place === undefined ? "apply" : this.#applying.whenReversed?.();
    if (answer === "skip") this.#isSkipped = true;
    if (answer === "reverse") {
      this.#patch = reversedPatch(this.#patch);
      this.#isInexact = true;
      return place;
    }
    return answer === "skip" ? undefined : yield* this.#findFuzzily(index);
  }

  *#findReversed(): Generator<undefined, Place | undefined> {
    if (this.#applying.whenReversed === undefined) return undefined;
    const [first] = reversedPatch(this.#patch).hunks;
    return first && (yield* findHunk(this.#search, first, 0));
  }

  *#findWith(index: number, fuzz: number): Generator<undefined, Place | undefined> {
    const hunk = this.#patch.hunks[index];
    return hunk === undefined ? undefined : yield* findHunk(this.#search, hunk, fuzz);
  }

  *#findFuzzily(index: number): Generator<undefined, Place | undefined> {
    const hunk = this.#patch.hunks[index];
    if (hunk === undefined) return undefined;
    const { after, before } = contextOf(hunk);
    const most = Math.min(this.#applying.fuzz, Math.max(before, after));
    for (let fuzz = 1; fuzz <= most; fuzz += 1) {
      const place = yield* this.#findWith(index, fuzz);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  #reject(index: number, hunk: PatchHunk): void {
    this.#rejected.push({ hunk, offset: this.#added });
    this.#isInexact = true;
    if (this.#isSkipped) return;
    const at = hunk.oldStart + this.#offset + this.#added;
    this.#applying.say(`Hunk #${index + 1} FAILED at ${at}.\n`);
  }

  #apply(index: number, hunk: PatchHunk, { at, fuzz }: Place): void {
    const { lines } = this.#applying;
    const olds = oldLines(hunk);
    const offset = at - (olds.length === 0 ? hunk.oldStart : hunk.oldStart - 1);
    this.#result.push(...lines.slice(this.#taken, at));
    let from = at;
    for (const { sign, text } of hunk.lines) {
      // Lines around stay as the file has them: with fuzz they may be others.
      if (sign === "+") this.#result.push(text);
      else {
        if (sign === " ") this.#result.push(lines[from] ?? text);
        from += 1;
      }
    }
    this.#taken = from;
    this.#offset = offset;
    this.#tell(index + 1, { at: at + 1 + this.#added, fuzz, offset });
    this.#added += newLines(hunk).length - olds.length;
  }

  #tell(number: number, { at, fuzz, offset }: Place & { readonly offset: number }): void {
    if (fuzz === 0 && offset === 0) return;
    this.#isInexact = true;
    const fuzzy = fuzz === 0 ? "" : ` with fuzz ${fuzz}`;
    const lines = offset === 1 ? "line" : "lines";
    const off = offset === 0 ? "" : ` (offset ${offset} ${lines})`;
    this.#applying.say(`Hunk #${number} succeeded at ${at}${fuzzy}${off}.\n`);
  }
}

/** Only a file's last line may lack its end. */
function withEnds(lines: readonly string[]): readonly string[] {
  return lines.map((line, index) =>
    line.endsWith("\n") || index === lines.length - 1 ? line : `${line}\n`,
  );
}
