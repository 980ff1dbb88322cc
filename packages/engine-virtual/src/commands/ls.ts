import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Invocation, Running } from "./command.ts";
import { complain, defineCommand } from "./define-command.ts";
import { total } from "./ls-long.ts";
import { bareName, ignoredBy } from "./ls-names.ts";
import type { Listed, LsCall } from "./ls-options.ts";
import { checkLsGiven, checkWidths, endOfRow, isLong, LS_OPTIONS } from "./ls-options.ts";
import { sortListed } from "./ls-order.ts";
import { textOf } from "./ls-rows.ts";
import { joined } from "./operands.ts";
import { UsageError } from "./options.ts";
import { quoted } from "./quote.ts";

function statusOf({ options, invocation: { files } }: LsCall, path: string): FileStatus {
  return options.has("follow") && files.exists(path) ? files.stat(path) : files.lstat(path);
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
      complain(this.#invocation, `cannot access ${quoted(operand)}: ${error.message}`);
      this.status = 2;
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

  #entriesOf({ path }: Listed): readonly Listed[] {
    const { files } = this.#invocation;
    const { options } = this.#call;
    const hidden = options.last("all", "almostAll");
    const dots = hidden === "all" ? [".", ".."] : [];
    const names = files.list(path).map(({ name }) => name);
    const isHidden = (name: string): boolean => hidden === undefined && name.startsWith(".");
    const isIgnored = ignoredBy(this.#call);
    const shown = names.filter((name) => !isHidden(name) && !isIgnored(name));
    return [...dots, ...shown].map((name) => {
      const inner = joined(path, name);
      return { name, path: inner, status: statusOf(this.#call, inner) };
    });
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
    throw new UsageError(`invalid argument ${quoted(style)} for 'time style'`);
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
  check: checkLsGiven,
  usageStatus: 2,
  run,
});
