import { FileError } from "../../files/errors.ts";
import { bytesInput } from "../bytes/bytes-input.ts";
import type { Input, Invocation, Running } from "../command.ts";
import { type Call, defineCommand } from "../define-command.ts";
import { GREP_OPTIONS, type GrepKey } from "../grep-options.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { readBounded } from "../read-bounded.ts";
import { GzipError, GzipReader, isGzip } from "./gzip-reader.ts";

const NOT_THERE = ["directories", "recursive", "recursiveFollowing", "nullName"] as const;

interface Split {
  /** What grep is called with, but for files. */
  readonly words: readonly string[];
  readonly files: readonly string[];
}

function splitOf({ invocation, options }: Call<GrepKey>): Split {
  const refused = options.given.find(({ key }) => NOT_THERE.some((one) => one === key));
  if (refused !== undefined) throw new CommandError(`${refused.as}: option not supported`);
  const words = options.given.map(({ as, value }) =>
    value === undefined
      ? as
      : `${as === "-NUM" ? "-" : as}${as.startsWith("--") ? "=" : ""}${value}`,
  );
  if (options.has("pattern", "patternFile")) return { words, files: options.operands };
  const [pattern, ...files] = options.operands;
  if (pattern === undefined) {
    throw new CommandError(`missing pattern; try '${invocation.name} --help' for help`);
  }
  return { words: [...words, "-e", pattern], files };
}

function* unpacked(invocation: Invocation, name: string): Running<Input> {
  const bytes = yield* readBounded(invocation, openInput(invocation, name));
  return isGzip(bytes) ? new GzipReader(invocation, bytes) : bytesInput(bytes);
}

function* searchOne(call: Call<GrepKey>, split: Split, name: string): Running<number> {
  const { invocation, options } = call;
  const isNamed =
    options.last("named", "unnamed") ?? (split.files.length > 1 ? "named" : "unnamed");
  const label = name === "-" ? [] : [`--label=${name}`];
  const argv = ["grep", ...split.words, isNamed === "named" ? "-H" : "-h", ...label];
  try {
    return yield* invocation.runCommand(argv, { stdin: yield* unpacked(invocation, name) });
  } catch (error) {
    if (!(error instanceof FileError || error instanceof GzipError)) throw error;
    invocation.stderr.write(`gzip: ${name}: ${error.message}\n`);
    return 2;
  }
}

function* run(call: Call<GrepKey>): Running<number> {
  const split = splitOf(call);
  let status = 1;
  for (const name of split.files.length === 0 ? ["-"] : split.files) {
    const own = yield* searchOne(call, split, name);
    status = own > 1 || status > 1 ? Math.max(own, status) : Math.min(own, status);
  }
  return status;
}

export const zgrep = defineCommand({
  name: "zgrep",
  description: "Search files that may be compressed for a pattern",
  usage: "[OPTION]... [-e] PATTERN [FILE]...",
  options: GREP_OPTIONS,
  usageStatus: 2,
  run,
});
