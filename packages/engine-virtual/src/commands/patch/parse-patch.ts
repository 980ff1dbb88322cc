import {
  type FilePatch,
  type HunkLine,
  PatchError,
  type PatchHunk,
  type PatchName,
} from "./file-patch.ts";

const UNIFIED = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NORMAL = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/;
const CONTEXT = /^\*{15}/;
const OLD_RANGE = /^\*\*\* (\d+)(?:,(\d+))? \*\*\*\*/;
const NEW_RANGE = /^--- (\d+)(?:,(\d+))? ----/;
const NAMED =
  /^(--- |\*\*\* |\+\+\+ |Index: |rename from |rename to |new file|deleted file|new mode |old mode |diff --git )(.*)$/s;
const EPOCH = /\t1970-01-01 00:00:00(?:\.0+)? \+0000$/;

function nameOf(header: string): PatchName {
  const [name = ""] = header.split("\t");
  const trimmed = name.trimEnd();
  return { name: trimmed, header, isAbsent: trimmed === "/dev/null" || EPOCH.test(header) };
}

/** The permissions in a mode of git's. */
function modeIn(text: string): number | undefined {
  const [, kind, mode] = /(\d{3})(\d{3})$/.exec(text.trim()) ?? [];
  if (kind === "120") throw new PatchError("symbolic links (mode 120000) are not supported here");
  return kind === "100" && mode !== undefined ? Number.parseInt(mode, 8) : undefined;
}

/** What was said so far of the file that the next hunks belong to. */
interface Lead {
  mode: number | undefined;
  oldMode: number | undefined;
  old: PatchName | undefined;
  now: PatchName | undefined;
  index: string | undefined;
  from: string | undefined;
  to: string | undefined;
  isEmptyFile: "made" | "deleted" | undefined;
  git: readonly [old: string, now: string] | undefined;
  lines: string[];
}

const newLead = (): Lead => ({
  ...{ old: undefined, now: undefined, index: undefined, from: undefined, to: undefined },
  ...{ mode: undefined, oldMode: undefined, isEmptyFile: undefined, git: undefined, lines: [] },
});

/** `*** 3,8 ****`: the first line, and how many there are. */
function linesOf(
  found: readonly (string | undefined)[] | null,
): { readonly from: number; readonly count: number } | undefined {
  if (found === null) return undefined;
  const from = Number(found[1]);
  const to = Number(found[2] ?? from);
  return { from, count: to === 0 ? 0 : to - from + 1 };
}

/** Reads a patch, a line at a time. */
export class PatchReader {
  readonly #lines: readonly string[];
  readonly #isNamed: boolean;
  #at = 0;
  #lead = newLead();

  /** `isNamed`: which file it is for is told, so that hunks need not be headed by its name. */
  constructor(text: string, isNamed: boolean) {
    this.#isNamed = isNamed;
    this.#lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  }

  /** The patches of all files, in order; `undefined` now and then, for a tick. */
  *patches(): Iterable<FilePatch | undefined> {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      if (this.#at % 1000 === 999) yield undefined;
      const line = this.#lines[this.#at] ?? "";
      if (line.startsWith("diff --git ")) yield* this.#withoutHunks();
      const start = this.#startAt(line);
      if (start === undefined) this.#read(line);
      else yield this.#patch(start);
    }
    yield* this.#withoutHunks();
  }

  /** What begins the hunks that stand here, by their form. */
  #startAt(line: string): RegExp | undefined {
    const next = this.#lines[this.#at + 1] ?? "";
    if (UNIFIED.test(line))
      return this.#isNamed || this.#lead.now !== undefined ? UNIFIED : undefined;
    if (CONTEXT.test(line) && OLD_RANGE.test(next)) return CONTEXT;
    return NORMAL.test(line) && /^[<>] /.test(next) ? NORMAL : undefined;
  }

  #read(line: string): void {
    const lead = this.#lead;
    const isBehindStars = lead.lines.at(-1)?.startsWith("*** ") === true;
    lead.lines.push(line);
    const [, word = "", rest = ""] = NAMED.exec(line) ?? [];
    if (word === "+++ " || (word === "--- " && isBehindStars)) lead.now = nameOf(rest);
    else if (word === "--- " || word === "*** ") lead.old = nameOf(rest);
    else this.#readOther(word, rest);
  }

  #readOther(word: string, rest: string): void {
    const lead = this.#lead;
    if (word === "Index: ") lead.index = rest.trim();
    else if (word === "rename from ") lead.from = `a/${rest}`;
    else if (word === "rename to ") lead.to = `b/${rest}`;
    else this.#readGit(word, rest);
  }

  #readGit(word: string, rest: string): void {
    const lead = this.#lead;
    if (word === "new file" || word === "new mode ") lead.mode = modeIn(rest);
    if (word === "old mode ") lead.oldMode = modeIn(rest);
    if (word === "new file") lead.isEmptyFile = "made";
    else if (word === "deleted file") lead.isEmptyFile = "deleted";
    else if (word === "diff --git ") {
      const [, old, now] = /^(\S+) (\S+)$/.exec(rest) ?? [];
      if (old !== undefined && now !== undefined) lead.git = [old, now];
    }
  }

  /** What git says of a file of which no line changes. */
  *#withoutHunks(): Iterable<FilePatch> {
    const lead = this.#lead;
    this.#lead = newLead();
    const { from, git, index, isEmptyFile, mode, oldMode, to } = lead;
    const rename = from === undefined || to === undefined ? undefined : { from, to };
    if (git === undefined || (rename ?? isEmptyFile ?? mode) === undefined) return;
    const [old, now] = git;
    yield {
      ...{
        index,
        rename,
        mode,
        oldMode,
        hunks: [],
        form: "unified",
        lead: lead.lines,
        line: this.#at + 1,
      },
      old: nameOf(isEmptyFile === "made" ? "/dev/null" : old),
      now: nameOf(isEmptyFile === "deleted" ? "/dev/null" : now),
    };
  }

  #patch(start: RegExp): FilePatch {
    const { from, index, lines, mode, now, old, oldMode, to } = this.#lead;
    const line = this.#at + 1;
    const form = start === NORMAL ? "normal" : start === CONTEXT ? "context" : "unified";
    this.#lead = newLead();
    const { broken, hunks } = this.#hunks(start);
    this.#at -= 1;
    const rename = from === undefined || to === undefined ? undefined : { from, to };
    return { old, now, index, rename, mode, oldMode, form, hunks, broken, lead: lines, line };
  }

  #hunks(start: RegExp): Pick<FilePatch, "broken" | "hunks"> {
    const hunks: PatchHunk[] = [];
    try {
      for (;;) {
        const found = start.exec(this.#lines[this.#at] ?? "");
        if (found === null) return { hunks };
        this.#at += 1;
        if (start === CONTEXT) hunks.push(this.#contextHunk());
        else hunks.push(start === NORMAL ? this.#normalHunk(found) : this.#unifiedHunk(found));
      }
    } catch (error) {
      if (error instanceof PatchError) return { hunks, broken: error };
      throw error;
    }
  }

  #unifiedHunk(found: readonly (string | undefined)[]): PatchHunk {
    const [oldStart = 1, old = 1, newStart = 1, now = 1] = found
      .slice(1)
      .map((text) => Number(text ?? 1));
    return { oldStart, newStart, lines: [...this.#hunkLines(old, now)] };
  }

  *#hunkLines(old: number, now: number): Iterable<HunkLine> {
    const left = { "-": old, "+": now };
    while (left["-"] > 0 || left["+"] > 0) {
      const line = this.#hunkLine();
      for (const side of ["-", "+"] as const) {
        if (line.sign !== " " && line.sign !== side) continue;
        left[side] -= 1;
        if (left[side] < 0) this.#malformed(line.sign + line.text);
      }
      yield line;
    }
  }

  /** An empty line stands for an empty line around: mail takes blanks away. */
  #hunkLine(): HunkLine {
    const line = this.#next();
    const sign = line === "" ? " " : line.charAt(0);
    if (sign !== " " && sign !== "-" && sign !== "+") this.#malformed(line);
    return { sign, text: line.slice(1) + this.#end() };
  }

  /** The old lines, then the new ones; of one side that does not change there are none. */
  #contextHunk(): PatchHunk {
    const [oldStart, old] = this.#contextSide(OLD_RANGE);
    const [newStart, now] = this.#contextSide(NEW_RANGE);
    const lines: HunkLine[] = [];
    const [olds, nows] = [old.values(), now.values()];
    let [one, other] = [olds.next().value, nows.next().value];
    while (one !== undefined || other !== undefined) {
      for (; one !== undefined && one.sign !== " "; one = olds.next().value) lines.push(one);
      for (; other !== undefined && other.sign !== " "; other = nows.next().value) {
        lines.push(other);
      }
      const around = one ?? other;
      if (around !== undefined) lines.push(around);
      [one, other] = [olds.next().value, nows.next().value];
    }
    return { oldStart, newStart, lines };
  }

  #contextSide(range: RegExp): readonly [start: number, lines: readonly HunkLine[]] {
    const line = this.#next();
    const { from, count } = linesOf(range.exec(line)) ?? this.#malformed(line);
    const lines: HunkLine[] = [];
    while (lines.length < count && this.#isContextLine()) {
      lines.push(this.#contextLine(range === OLD_RANGE ? "-" : "+"));
    }
    if (lines.length > 0 && lines.length < count) this.#malformed(this.#lines[this.#at] ?? "");
    return [from, lines];
  }

  #isContextLine(): boolean {
    const line = this.#lines[this.#at];
    return line !== undefined && /^(?:[-+! ] |$)/.test(line) && !NEW_RANGE.test(line);
  }

  #contextLine(side: "-" | "+"): HunkLine {
    const line = this.#next();
    const isAround = line === "" || line.startsWith(" ");
    return { sign: isAround ? " " : side, text: line.slice(2) + this.#end() };
  }

  #normalHunk(found: readonly (string | undefined)[]): PatchHunk {
    const [from = 0, to = from, newFrom = 0, newTo = newFrom] = [1, 2, 4, 5].map((at) =>
      found[at] === undefined ? undefined : Number(found[at]),
    );
    const [, , , command] = found;
    const lines: HunkLine[] = [];
    if (command !== "a") lines.push(...this.#side("<", to - from + 1));
    if (command === "c" && this.#next() !== "---") this.#malformed(this.#lines[this.#at - 1] ?? "");
    if (command !== "d") lines.push(...this.#side(">", newTo - newFrom + 1));
    return { oldStart: from, newStart: newFrom, lines };
  }

  *#side(mark: string, count: number): Iterable<HunkLine> {
    for (let left = count; left > 0; left -= 1) {
      const line = this.#next();
      if (!line.startsWith(mark)) this.#malformed(line);
      yield { sign: mark === "<" ? "-" : "+", text: line.slice(2) + this.#end() };
    }
  }

  #next(): string {
    const line = this.#lines[this.#at];
    if (line === undefined) throw new PatchError("unexpected end of file in patch");
    this.#at += 1;
    return line;
  }

  /** The line's end, which `\ No newline at end of file` takes away. */
  #end(): string {
    if (this.#lines[this.#at]?.startsWith("\\ ") !== true) return "\n";
    this.#at += 1;
    return "";
  }

  #malformed(line: string): never {
    throw new PatchError(`malformed patch at line ${this.#at}: ${line}\n`);
  }
}
