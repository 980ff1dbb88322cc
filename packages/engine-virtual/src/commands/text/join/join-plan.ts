import type { Call } from "../../define-command.ts";
import { CommandError } from "../../options.ts";
import { localeQuoted } from "../../quote.ts";
import { bytesOf } from "../../byte-string.ts";
import type { OrderCheck } from "../two-files.ts";
import { orderCheckOf } from "../two-files.ts";

export const JOIN_OPTIONS = {
  unpaired: "-a=FILENUM",
  empty: "-e=EMPTY",
  ignoreCase: "-i --ignore-case",
  both: "-j=FIELD",
  format: "-o=FORMAT",
  separator: "-t=CHAR",
  onlyUnpaired: "-v=FILENUM",
  first: "-1=FIELD",
  second: "-2=FIELD",
  checkOrder: "--check-order",
  noCheckOrder: "--nocheck-order",
  header: "--header",
  zero: "-z --zero-terminated",
} as const;

export type JoinCall = Call<keyof typeof JOIN_OPTIONS>;

/** A field of the output: of file 0 it is the one that is joined. */
export interface Field {
  readonly file: 0 | 1 | 2;
  readonly field: number;
}

export interface JoinPlan {
  /** The places of the joined fields, from 0. */
  readonly fields: readonly [number, number];
  readonly format: readonly Field[] | "auto" | undefined;
  readonly empty: string;
  readonly separator: string | undefined;
  readonly showsPaired: boolean;
  readonly showsUnpaired: readonly [boolean, boolean];
  readonly ignoresCase: boolean;
  readonly check: OrderCheck;
  readonly hasHeader: boolean;
  readonly end: string;
}

function fieldNumber(text: string): number {
  if (!/^\+?\d+$/.test(text) || Number(text) === 0) {
    throw new CommandError(`invalid field number: ${localeQuoted(text)}`);
  }
  return Number(text) - 1;
}

function fileNumber(text: string): 1 | 2 {
  if (text !== "1" && text !== "2") {
    throw new CommandError(`invalid field number: ${localeQuoted(text)}`);
  }
  return text === "1" ? 1 : 2;
}

function formatField(text: string): Field {
  if (text === "0") return { file: 0, field: 0 };
  const [, file, field] = /^([12])\.([^]*)$/.exec(text) ?? [];
  if (file === undefined || field === undefined) {
    throw new CommandError(`invalid file number in field spec: ${localeQuoted(text)}`);
  }
  return { file: fileNumber(file), field: fieldNumber(field) };
}

function formatOf({ options }: JoinCall): JoinPlan["format"] {
  const all = options.values("format");
  if (all.length === 0) return undefined;
  if (all.includes("auto")) return "auto";
  return all.flatMap((list) => list.split(/[, \t]/)).map(formatField);
}

function separatorOf({ options }: JoinCall): string | undefined {
  const text = options.value("separator");
  if (text === undefined) return undefined;
  if (text === "") return "\n";
  if (text === "\\0") return "\0";
  const bytes = bytesOf(text);
  if (bytes.length > 1) throw new CommandError(`multi-character tab ${localeQuoted(text)}`);
  return bytes;
}

function joinedFields({ options }: JoinCall): readonly [number, number] {
  const [first, second] = (["first", "second"] as const).map((key) => {
    const given = options.given.filter((one) => one.key === key || one.key === "both");
    const numbers = given.map(({ value = "" }) => fieldNumber(value));
    const other = numbers.find((number) => number !== numbers[0]);
    if (other !== undefined) {
      throw new CommandError(`incompatible join fields ${other + 1}, ${(numbers[0] ?? 0) + 1}`);
    }
    return numbers[0] ?? 0;
  });
  return [first ?? 0, second ?? 0];
}

export function planJoin(call: JoinCall): JoinPlan {
  const { options } = call;
  const files = [...options.values("unpaired"), ...options.values("onlyUnpaired")].map(fileNumber);
  return {
    fields: joinedFields(call),
    format: formatOf(call),
    empty: bytesOf(options.value("empty") ?? ""),
    separator: separatorOf(call),
    showsPaired: !options.has("onlyUnpaired"),
    showsUnpaired: [files.includes(1), files.includes(2)],
    ignoresCase: options.has("ignoreCase"),
    check: orderCheckOf(call),
    hasHeader: options.has("header"),
    end: options.has("zero") ? "\0" : "\n",
  };
}
