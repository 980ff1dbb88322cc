import { LimitError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachOperand, orGiveUp } from "../each-operand.ts";
import { missingFile } from "../operands.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { readSize } from "../sizes.ts";

const OPTIONS = {
  noCreate: "-c --no-create",
  blocks: "-o --io-blocks",
  reference: "-r --reference=RFILE",
  size: "-s --size=SIZE",
} as const;

type TruncateCall = Call<keyof typeof OPTIONS>;

const BLOCK = 4096;

/** The new size by the old one. */
type Change = (size: number) => number;

const CHANGES: Readonly<Record<string, (by: number) => Change>> = {
  "+": (by) => (size) => size + by,
  "-": (by) => (size) => Math.max(0, size - by),
  "<": (by) => (size) => Math.min(size, by),
  ">": (by) => (size) => Math.max(size, by),
  "/": (by) => (size) => size - (size % by),
  "%": (by) => (size) => Math.ceil(size / by) * by,
};

interface Wish {
  readonly sign: string;
  readonly number: number;
}

function wishOf({ options }: TruncateCall): Wish {
  const size = options.value("size") ?? "+0";
  const [, sign = "", text = ""] = /^\s*([-+<>/%]?)\s*(.*)$/s.exec(size) ?? [];
  const number = readSize(text);
  if (number === undefined) throw new CommandError(`Invalid number: ${localeQuoted(text)}`);
  if ((sign === "/" || sign === "%") && number === 0) throw new CommandError("division by zero");
  return { sign, number: options.has("blocks") ? number * BLOCK : number };
}

function refuseWrongUse({ options }: TruncateCall, { sign }: Wish): void {
  const [hasSize, hasReference] = [options.has("size"), options.has("reference")];
  if (!hasSize && !hasReference) {
    throw new UsageError("you must specify either ‘--size’ or ‘--reference’");
  }
  if (hasReference && hasSize && sign === "") {
    throw new UsageError("you must specify a relative ‘--size’ with ‘--reference’");
  }
  if (options.has("blocks") && !hasSize) {
    throw new UsageError("‘--io-blocks’ was specified but ‘--size’ was not");
  }
}

function changeOf(call: TruncateCall): Change {
  const wish = wishOf(call);
  refuseWrongUse(call, wish);
  const change = CHANGES[wish.sign]?.(wish.number) ?? (() => wish.number);
  const reference = call.options.value("reference");
  if (reference === undefined) return change;
  const { files, resolve } = call.invocation;
  const words = `cannot stat ${quoted(reference)}`;
  const { size } = orGiveUp(words, () => files.stat(resolve(reference)));
  return () => change(size);
}

function resize({ invocation, options }: TruncateCall, operand: string, change: Change): void {
  const { files, resolve, umask } = invocation;
  const path = resolve(operand);
  if (!files.exists(path) && options.has("noCreate")) return;
  files.open(path, { write: true, create: true, mode: 0o666 & ~umask }).close();
  const old = files.read(path);
  const size = change(old.length);
  const { maxFileSize } = files.limits();
  // Before room is made for what would be refused.
  if (size > maxFileSize) throw new LimitError("maxFileSize", maxFileSize);
  if (size <= old.length) files.write(path, old.slice(0, size));
  else {
    const content = new Uint8Array(size);
    content.set(old);
    files.write(path, content);
  }
}

function* run(call: TruncateCall): Running<number> {
  const change = changeOf(call);
  const { operands } = call.options;
  if (operands.length === 0) missingFile(operands);
  return yield* eachOperand(call, {
    operands,
    wording: (operand) => `cannot open ${quoted(operand)} for writing`,
    work(operand) {
      resize(call, operand, change);
    },
  });
}

export const truncate = defineCommand({
  name: "truncate",
  description: "Shrink or extend files to a size",
  usage: "OPTION... FILE...",
  options: OPTIONS,
  run,
});
