import { byteText, CONTROL_LETTERS } from "@agent-sandbox/shell-syntax";

import { CommandError } from "../../options.ts";
import { amountsIn } from "./amounts.ts";
import { numberOf, type XargsCall } from "./xargs-options.ts";
import { bytesOf } from "../../byte-string.ts";

export interface XargsPlan {
  readonly command: readonly string[];
  readonly delimiter: string | undefined;
  readonly last: string | undefined;
  /** What an item takes the place of in the command's own words. */
  readonly replaced: string | undefined;
  readonly mostWords: number;
  readonly mostLines: number;
  /** Characters of one command line, each word with the end behind it. */
  readonly mostSize: number;
  /** Whether a command line that grows too long before it is full ends it all. */
  readonly isStrict: boolean;
}

const DEFAULT_SIZE = 131_072;

const ESCAPES: Readonly<Record<string, string>> = {
  ...CONTROL_LETTERS,
  b: "\b",
  "\\": "\\",
  "0": "\0",
};

function delimiterOf({ options }: XargsCall): string | undefined {
  const last = options.last("null", "delimiter");
  if (last === undefined) return undefined;
  if (last === "null") return "\0";
  const text = options.value("delimiter") ?? "";
  const escape = text.startsWith("\\") ? ESCAPES[text.slice(1)] : undefined;
  const [, hex, octal] = /^\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3}))$/.exec(text) ?? [];
  // Above ASCII it is none of the input's bytes: it is negative to GNU's xargs, and they are not.
  if (hex !== undefined) return byteText(Number.parseInt(hex, 16));
  if (escape !== undefined) return escape;
  if (octal !== undefined) return byteText(Number.parseInt(octal, 8) & 0xff);
  if (bytesOf(text).length === 1) return text;
  const words =
    "the delimiter must be either a single character or an escape sequence starting with \\.";
  throw new CommandError(`Invalid input delimiter specification ${text}: ${words}`);
}

function lastItem({ options }: XargsCall): string | undefined {
  const key = options.last("end", "endOrNone");
  const text = key === undefined ? undefined : options.value(key);
  return text === "" ? undefined : text;
}

function refuseTerminal({ options }: XargsCall): void {
  if (options.has("ask", "openTerminal")) {
    throw new CommandError("failed to open /dev/tty for reading: No such device or address");
  }
}

export function planXargs(call: XargsCall): XargsPlan {
  const { options } = call;
  refuseTerminal(call);
  options.values("processes").forEach((text) => numberOf(text, "P", 0));
  const size = options.value("size");
  const { operands } = options;
  return {
    command: operands.length === 0 ? ["echo"] : operands,
    delimiter: delimiterOf(call),
    last: delimiterOf(call) === undefined ? lastItem(call) : undefined,
    ...amountsIn(call),
    mostSize: size === undefined ? DEFAULT_SIZE : numberOf(size, "s", 1),
    isStrict: options.has("exit"),
  };
}
