import type { Change } from "./find-changes.ts";
import type { Comparison, Parts } from "./hunk.ts";
import type { Lines } from "./lines.ts";
import { bytesOf, textOf } from "../byte-string.ts";

export interface SideOptions {
  /** Columns of a whole row. */
  readonly width: number;
  readonly expandsTabs: boolean;
  readonly leftOnly: boolean;
  readonly leavesOutCommon: boolean;
}

const TAB = 8;
const GUTTER = 3;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Cs}]/u;

function widthOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Columns that each side has, and where the second one starts: at a stop of the tabs. */
function columnsOf({ expandsTabs, width }: SideOptions): {
  readonly half: number;
  readonly second: number;
} {
  const step = expandsTabs ? 1 : TAB;
  const least = step + GUTTER;
  const middle = (width >> 1) + (least >> 1) + (width & least & 1);
  const offset = middle - (middle % step);
  const half = Math.max(0, Math.min(offset - GUTTER, width - offset));
  return { half, second: half === 0 ? width : offset };
}

interface Cell {
  readonly text: string;
  readonly hasEnd: boolean;
}

const cellAt = ({ isOpen, lines }: Lines, at: number): Cell => ({
  text: lines[at] ?? "",
  hasEnd: !(isOpen && at === lines.length - 1),
});

/** Writes one row of two lines. */
class Row {
  readonly #options: SideOptions;
  readonly #half: number;
  readonly #second: number;
  #text = "";
  #column = 0;

  constructor(options: SideOptions) {
    this.#options = options;
    const { half, second } = columnsOf(options);
    this.#half = half;
    this.#second = second;
  }

  of(left: Cell | undefined, sign: string, right: Cell | undefined): string {
    this.#text = "";
    this.#column = 0;
    if (left !== undefined) this.#line(left.text, 0);
    if (sign !== " ") {
      this.#moveTo((this.#half + this.#second - 1) >> 1);
      this.#text += this.#signOf(left, sign, right);
      this.#column += 1;
    }
    if (right !== undefined && right.text !== "") {
      this.#moveTo(this.#second);
      this.#line(right.text, this.#second);
    }
    const hasEnd = left?.hasEnd === true || right?.hasEnd === true;
    return this.#text + (hasEnd ? "\n" : "");
  }

  /** Where lines differ in their ends, the one that has one is leant to. */
  #signOf(left: Cell | undefined, sign: string, right: Cell | undefined): string {
    if (sign !== "|" || left?.hasEnd === right?.hasEnd) return sign;
    return left?.hasEnd === true ? "/" : "\\";
  }

  #moveTo(to: number): void {
    if (!this.#options.expandsTabs) {
      for (let stop = this.#column + TAB - (this.#column % TAB); stop <= to; stop += TAB) {
        this.#text += "\t";
        this.#column = stop;
      }
    }
    this.#text += " ".repeat(Math.max(0, to - this.#column));
    this.#column = Math.max(to, this.#column);
  }

  /** As much of a line as its side has room for; `indent` is where that side starts. */
  #line(bytes: string, indent: number): void {
    let inside = 0;
    let shown = 0;
    for (const character of textOf(bytes)) {
      if (character === "\t") {
        const spaces = TAB - (inside % TAB);
        if (inside === shown) shown = this.#tab(shown, spaces, indent);
        inside += spaces;
        continue;
      }
      inside += widthOf(character);
      if (inside > this.#half) continue;
      shown = inside;
      this.#text += bytesOf(character);
    }
    this.#column = indent + shown;
  }

  #tab(shown: number, spaces: number, indent: number): number {
    const stop = shown + spaces;
    if (this.#options.expandsTabs) {
      const end = Math.min(stop, this.#half);
      this.#text += " ".repeat(Math.max(0, end - shown));
      return end;
    }
    if (stop >= this.#half) return shown;
    this.#text += "\t";
    this.#column = indent + stop;
    return stop;
  }
}

/** Both files beside each other, with a sign between lines that differ. */
export const sideFormat = (options: SideOptions) =>
  function* format({ changes, isTrivial, paint, sides: [old, now] }: Comparison): Parts {
    const row = new Row(options);
    const end = { from: old.content.lines.length, newFrom: now.content.lines.length };
    let at = 0;
    let nowAt = 0;
    for (const change of [...changes.filter((one) => !isTrivial(one)), end]) {
      if (!options.leavesOutCommon) yield* common(change);
      at = change.from;
      nowAt = change.newFrom;
      if (!("to" in change)) return;
      yield* changed(change);
      at = change.to;
      nowAt = change.newTo;
    }

    function* common(upTo: Pick<Change, "from" | "newFrom">): Parts {
      for (; !options.leftOnly && at < upTo.from && nowAt < upTo.newFrom; at += 1, nowAt += 1) {
        yield row.of(cellAt(old.content, at), " ", cellAt(now.content, nowAt));
      }
      for (; !options.leftOnly && nowAt < upTo.newFrom; nowAt += 1) {
        yield row.of(undefined, ")", cellAt(now.content, nowAt));
      }
      for (; at < upTo.from; at += 1) yield row.of(cellAt(old.content, at), "(", undefined);
    }

    function* changed({ from, newFrom, newTo, to }: Change): Parts {
      const pairs = Math.min(to - from, newTo - newFrom);
      for (let pair = 0; pair < pairs; pair += 1) {
        yield row.of(cellAt(old.content, from + pair), "|", cellAt(now.content, newFrom + pair));
      }
      for (let rest = newFrom + pairs; rest < newTo; rest += 1) {
        yield paint.added(row.of(undefined, ">", cellAt(now.content, rest)));
      }
      for (let rest = from + pairs; rest < to; rest += 1) {
        yield paint.removed(row.of(cellAt(old.content, rest), "<", undefined));
      }
    }
  };
