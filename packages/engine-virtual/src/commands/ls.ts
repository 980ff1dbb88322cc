import { FileError } from "../files/errors.ts";
import type { Invocation, Running } from "./command.ts";
import { complain, defineCommand } from "./define-command.ts";
import { total } from "./ls-long.ts";
import { bareName, ignoredBy, indicatorOf } from "./ls-names.ts";
import type { Listed, LsCall } from "./ls-options.ts";
import { checkLsGiven, checkWidths, endOfRow, isLong, LS_OPTIONS, LS_WORDS } from "./ls-options.ts";
import { isByStatus, sortListed } from "./ls-order.ts";
import { textOf } from "./ls-rows.ts";
import { joined } from "./operands.ts";
import { UsageError } from "./options.ts";
import { localeQuoted, quoted } from "./quote.ts";

/** Whether more than names is shown, or asked about. */
function looksAtEach(call: LsCall): boolean {
  const asks = call.options.has("blocks", "inode", "recursive", "groupFirst");
  return asks || isLong(call) || indicatorOf(call) !== "none" || isByStatus(call);
}

/** Lists operand by operand, directories behind files. */
class Listing {
  readonly #call: LsCall;
  readonly #invocation: Invocation;
  #first = true;
  status = 0;

  constructor(call: LsCall) {
    this.#call = call;
    this.#invocation = call.invocation;
  }

  *operands(operands: readonly string[]): Running<void> {
    const listed = operands.flatMap((operand) => this.#operand(operand));
    const isDirectory = ({ status }: Listed): boolean =>
      status.kind === "directory" && !this.#call.options.has("directory");
    const others = sortListed(
      this.#call,
      listed.filter((entry) => !isDirectory(entry)),
    );
    this.#rows(others);
    this.#first = others.length === 0;
    const titled = operands.length > 1 || this.#call.options.has("recursive");
    for (const entry of sortListed(this.#call, listed.filter(isDirectory))) {
      yield* this.#directory(entry, titled);
    }
  }

  #operand(operand: string): readonly Listed[] {
    const { files, resolve } = this.#invocation;
    const path = resolve(operand);
    try {
      // A link that is named is followed where what it leads to is listed.
      const opens = !isLong(this.#call) && !this.#call.options.has("directory", "classify");
      const isDirectory = files.exists(path) && files.stat(path).kind === "directory";
      const isFollowed = (opens && isDirectory) || this.#call.options.has("follow");
      const status = isFollowed ? files.stat(path) : files.lstat(path);
      return [{ name: operand, path, status }];
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#missing(operand, error.message, 2);
      return [];
    }
  }

  *#directory(entry: Listed, titled: boolean): Running<void> {
    const { stdout } = this.#invocation;
    const end = endOfRow(this.#call);
    if (titled) stdout.write(this.#title(entry.name));
    this.#first = false;
    const listed = sortListed(this.#call, this.#entriesOf(entry));
    if (isLong(this.#call) || this.#call.options.has("blocks"))
      stdout.write(`total ${total(this.#call, listed)}${end}`);
    this.#rows(listed);
    yield;
    if (!this.#call.options.has("recursive")) return;
    for (const inner of listed) {
      const isDots = inner.name === "." || inner.name === "..";
      if (inner.status.kind !== "directory" || isDots) continue;
      yield* this.#directory({ ...inner, name: joined(entry.name, inner.name) }, titled);
    }
  }

  #title(name: string): string {
    const end = endOfRow(this.#call);
    return `${this.#first ? "" : end}${bareName(this.#call, name)}:${end}`;
  }

  #entriesOf({ path, name: shown }: Listed): readonly Listed[] {
    const { files } = this.#invocation;
    const { options } = this.#call;
    const hidden = options.last("all", "almostAll");
    const dots = hidden === "all" ? [".", ".."] : [];
    const names = files.list(path).map(({ name }) => name);
    const isHidden = (name: string): boolean => hidden === undefined && name.startsWith(".");
    const isIgnored = ignoredBy(this.#call);
    const looks = looksAtEach(this.#call);
    const kept = names.filter((name) => !isHidden(name) && !isIgnored(name));
    return [...dots, ...kept].map((name) => {
      const inner = joined(path, name);
      if (!options.has("follow")) return { name, path: inner, status: files.lstat(inner) };
      if (files.exists(inner)) return { name, path: inner, status: files.stat(inner) };
      if (looks) this.#missing(joined(shown, name), "No such file or directory", 1);
      const status = { ...files.lstat(inner), size: 0, modified: 0 };
      return { name, path: inner, status, isUnknown: true };
    });
  }

  #missing(name: string, reason: string, status: number): void {
    complain(this.#invocation, `cannot access ${quoted(name)}: ${reason}`);
    this.status = Math.max(this.status, status);
  }

  #rows(listed: readonly Listed[]): void {
    const text = textOf(this.#call, listed);
    if (text !== "") this.#invocation.stdout.write(text);
  }
}

function* run(call: LsCall): Running<number> {
  const { operands } = call.options;
  const style = call.options.value("timeStyle");
  if (
    style !== undefined &&
    !/^(?:(?:posix-)?(?:long-iso|full-iso|iso|locale)|\+.*)$/s.test(style)
  ) {
    throw new UsageError(`invalid argument ${localeQuoted(style)} for ‘time style’`);
  }
  checkWidths(call);
  const listing = new Listing(call);
  yield* listing.operands(operands.length === 0 ? ["."] : operands);
  return listing.status;
}

export const ls = defineCommand({
  name: "ls",
  description: "List directory contents",
  usage: "[OPTION]... [FILE]...",
  options: LS_OPTIONS,
  words: LS_WORDS,
  check: checkLsGiven,
  usageStatus: 2,
  run,
});
