import { FileError } from "../../files/errors.ts";
import type { FileKind, FileStatus } from "../../files/files.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import { openInput, readAll } from "../inputs.ts";
import { joined, lastName } from "../operands.ts";
import { quoted, quotedIfNeeded } from "../quote.ts";
import { statusAt } from "../transfer.ts";
import { type Compared, diffFiles } from "./diff-files.ts";
import type { DiffKey, DiffPlan } from "./diff-options.ts";
import { encodeText } from "../../shell/text.ts";

type Pair = readonly [old: string, now: string];

const TROUBLE = 2;
const EMPTY = new Uint8Array();
const KINDS: Readonly<Record<FileKind, string>> = {
  device: "character special file",
  directory: "directory",
  file: "regular file",
  link: "symbolic link",
};

const shownWord = (word: string): string =>
  word.includes("=") ? quoted(word) : quotedIfNeeded(word);

/** What is piped is of now. */
const modifiedOf = (status: FileStatus | undefined): number | undefined =>
  status?.descriptor === undefined ? status?.modified : undefined;

/** Compares what two names stand for: files, or directories with all that is in them. */
export class TreeDiff {
  readonly #call: Call<DiffKey>;
  readonly #plan: DiffPlan;
  readonly #excluded: readonly ((name: string) => boolean)[];

  constructor(call: Call<DiffKey>, plan: DiffPlan, excluded: readonly string[]) {
    this.#call = call;
    this.#plan = plan;
    this.#excluded = excluded.map((glob) => globMatcher(glob));
  }

  /** What the call itself names: a directory and a file are that file and the one of its name. */
  *named(pair: Pair): Running<number> {
    const kinds = pair.map((name) => this.#statusOf(name)?.kind);
    const [old, now] = pair;
    const isDirectory = (kind: string | undefined): boolean => kind === "directory";
    if (isDirectory(kinds[0]) && kinds[1] === "file")
      return yield* this.#files([joined(old, lastName(now)), now], "");
    if (kinds[0] === "file" && isDirectory(kinds[1]))
      return yield* this.#files([old, joined(now, lastName(old))], "");
    if (kinds.every(isDirectory)) return yield* this.#directories(pair);
    if (kinds.some(isDirectory) && !pair.includes("-")) return yield* this.#besideNothing(pair);
    return yield* this.#files(pair, "");
  }

  /** A directory, and what is not there: an empty one with `-N`. */
  *#besideNothing(pair: Pair): Running<number> {
    if (this.#plan.options.has("newFile")) return yield* this.#directories(pair);
    const absent = pair.find((name) => this.#statusOf(name) === undefined) ?? "";
    complain(this.#call.invocation, `${quotedIfNeeded(absent)}: No such file or directory`);
    return TROUBLE;
  }

  *#directories(pair: Pair): Running<number> {
    if (!this.#showsSame && this.#isSame(pair)) return 0;
    const [olds, nows] = pair.map((name) => this.#namesIn(name));
    const names = [...new Set([...(olds ?? []), ...(nows ?? [])])].sort(byBytes);
    let status = 0;
    for (const name of names) {
      yield;
      if (this.#excluded.some((matches) => matches(name))) continue;
      const both: Pair = [joined(pair[0], name), joined(pair[1], name)];
      status = Math.max(status, yield* this.#entry(both, pair, name));
    }
    return status;
  }

  /** Side by side, what is the same is shown too. */
  get #showsSame(): boolean {
    return this.#plan.style === "side" && !this.#plan.side.leavesOutCommon;
  }

  *#entry(both: Pair, pair: Pair, name: string): Running<number> {
    const [old, now] = both.map((path) => this.#statusOf(path)?.kind);
    const { stdout } = this.#call.invocation;
    const missing = both.findIndex((path) => !this.#isThere(path));
    if (missing !== -1 && !this.#plan.options.has("newFile")) {
      stdout.write(`Only in ${pair[missing === 0 ? 1 : 0]}: ${name}\n`);
      return 1;
    }
    if (old && now && old !== now) {
      stdout.write(`File ${both[0]} is a ${KINDS[old]} while file ${both[1]} is a ${KINDS[now]}\n`);
      return 1;
    }
    const isDirectory = (old ?? now) === "directory";
    return yield* isDirectory ? this.#below(both) : this.#files(both, this.#heading(both));
  }

  *#below(both: Pair): Running<number> {
    if (this.#plan.options.has("recursive")) return yield* this.#directories(both);
    this.#call.invocation.stdout.write(`Common subdirectories: ${both.join(" and ")}\n`);
    return 0;
  }

  /** As if each pair of files had a call of its own. */
  #heading(both: Pair): string {
    if (this.#plan.style === "brief") return "";
    const { operands } = this.#plan.options;
    const words = [...this.#call.invocation.args];
    for (const operand of operands) words.splice(words.lastIndexOf(operand), 1);
    return `${["diff", ...words, ...both].map(shownWord).join(" ")}\n`;
  }

  *#files(pair: Pair, heading: string): Running<number> {
    const sides: Compared[] = [];
    for (const [index, name] of pair.entries()) {
      const side = yield* this.#side(name, pair[1 - index] ?? "");
      if (side !== undefined) sides.push(side);
    }
    const [old, now] = sides;
    if (old === undefined || now === undefined) return TROUBLE;
    return yield* diffFiles(this.#call, this.#plan, { files: [old, now], heading });
  }

  *#side(name: string, other: string): Running<Compared | undefined> {
    const { invocation, options } = this.#call;
    const now = invocation.now();
    try {
      if (name === "-") return { name, bytes: yield* readAll(invocation.stdin), modified: now };
      const status = this.#statusOf(name);
      const isAbsent = !this.#isThere(name) && this.#isThere(other);
      if (isAbsent && options.has("newFile")) return { name, bytes: EMPTY, modified: 0 };
      const bytes = yield* readAll(openInput(invocation, name));
      return { name, bytes, modified: modifiedOf(status) ?? now };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      complain(invocation, `${name}: ${error.message}`);
      return undefined;
    }
  }

  /** Also where it is a link that leads nowhere. */
  #isThere(name: string): boolean {
    return statusAt(this.#call.invocation, name, false) !== undefined;
  }

  #statusOf(name: string): FileStatus | undefined {
    const { files, resolve } = this.#call.invocation;
    if (name === "-") return undefined;
    try {
      return files.stat(resolve(name));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return undefined;
    }
  }

  #isSame(pair: Pair): boolean {
    const { files, resolve } = this.#call.invocation;
    if (pair.some((name) => this.#statusOf(name) === undefined)) return false;
    const [old, now] = pair.map((name) => files.realPath(resolve(name)));
    return old === now;
  }

  #namesIn(name: string): readonly string[] {
    const { files, resolve } = this.#call.invocation;
    if (this.#statusOf(name) === undefined) return [];
    return files.list(resolve(name)).map((entry) => entry.name);
  }
}

const byBytes = (one: string, other: string): number =>
  Buffer.compare(encodeText(one), encodeText(other));
