import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { readBounded } from "../read-bounded.ts";
import { type Found, typeOf } from "./type-of.ts";

const OPTIONS = {
  brief: "-b --brief",
  separator: "-F --separator=STRING",
  mime: "-i --mime",
  mimeType: "--mime-type",
  mimeEncoding: "--mime-encoding",
  follow: "-L --dereference",
  noFollow: "-h --no-dereference",
  noPad: "-N --no-pad",
  special: "-s --special-files",
  keepDate: "-p --preserve-date",
  raw: "-r --raw",
  zero: "-0 --print0",
} as const;

type FileCall = Call<keyof typeof OPTIONS>;

function* foundAt({ invocation, options }: FileCall, operand: string): Running<Found> {
  const { files, resolve } = invocation;
  if (operand !== "-") {
    const path = resolve(operand);
    const isLink = files.lstat(path).kind === "link";
    if (isLink && (!options.has("follow") || !files.exists(path))) {
      const broken = files.exists(path) ? "" : "broken ";
      const words = `${broken}symbolic link to ${files.readLink(path)}`;
      return { words, mime: "inode/symlink", charset: "binary" };
    }
    const { kind } = files.stat(path);
    if (kind === "directory") {
      return { words: "directory", mime: "inode/directory", charset: "binary" };
    }
    if (kind === "device") throw new CommandError("not supported: it is a device");
  }
  const bytes = yield* readBounded(invocation, openInput(invocation, operand));
  return typeOf(bytes);
}

/** What cannot be told is refused: no other answer would be true. */
function shownAs({ options }: FileCall, { charset, mime, words }: Found): string {
  const asked = options.last("mime", "mimeType", "mimeEncoding");
  if (asked === "mimeEncoding") return charset;
  const told = asked === undefined ? words : mime;
  if (told === undefined)
    throw new CommandError("not supported: it is of none of the types that can be told here");
  return asked === "mime" ? `${told}; charset=${charset}` : told;
}

function* describe(call: FileCall, operand: string): Running<string> {
  try {
    return shownAs(call, yield* foundAt(call, operand));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return `cannot open \`${operand}' (${error.message})`;
  }
}

function* run(call: FileCall): Running<number> {
  const { invocation, options } = call;
  const { operands } = options;
  if (operands.length === 0) throw new CommandError("no file is named");
  const names = operands.map((one) => (one === "-" ? "/dev/stdin" : one));
  const width = options.has("noPad") ? 0 : Math.max(...names.map(({ length }) => length));
  const separator = options.value("separator") ?? ":";
  let status = 0;
  for (const [at, operand] of operands.entries()) {
    const name = names[at] ?? "";
    const mark = `${name}${options.has("zero") ? "\0" : ""}${separator}`;
    try {
      const words = yield* describe(call, operand);
      const front = options.has("brief")
        ? ""
        : `${mark} ${" ".repeat(Math.max(0, width - name.length))}`;
      invocation.stdout.write(`${front}${words}\n`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      complain(invocation, `${name}: ${error.message}`);
      status = 1;
    }
  }
  return status;
}

export const file = defineCommand({
  name: "file",
  description: "Determine the type of files",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
