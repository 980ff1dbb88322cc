import { FileError } from "../../../files/errors.ts";
import { decodeText } from "../../../shell/text.ts";
import type { Running } from "../../command.ts";
import type { Call } from "../../define-command.ts";
import { defineCommand } from "../../define-command.ts";
import { openInput, readAll } from "../../inputs.ts";
import { CommandError, UsageError } from "../../options.ts";
import { runSed } from "./run-sed.ts";
import type { ScriptPart } from "./script-reader.ts";

const OPTIONS = {
  quiet: "-n --quiet --silent",
  expression: "-e --expression=SCRIPT",
  file: "-f --file=SCRIPT-FILE",
  followsLinks: "--follow-symlinks",
  inPlace: "-i[=SUFFIX] --in-place[=SUFFIX]",
  lineLength: "-l --line-length=N",
  posix: "--posix",
  extended: "-E -r --regexp-extended",
  separate: "-s --separate",
  sandbox: "--sandbox",
  unbuffered: "-u --unbuffered",
  binary: "-b --binary",
  zero: "-z --null-data --zero-terminated",
} as const;

export type SedCall = Call<keyof typeof OPTIONS>;

function* fileScript({ invocation }: SedCall, file: string): Running<ScriptPart> {
  try {
    const text = decodeText(yield* readAll(openInput(invocation, file)));
    return { text: text.replace(/\n$/, "").replace(/^#![^\n]*/, "#"), file };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`couldn't open file ${file}: ${error.message}`, 4);
  }
}

/** The script, of all `-e` and `-f` or else of the first operand, and the files. */
function* scriptOf(
  call: SedCall,
): Running<{ readonly parts: readonly ScriptPart[]; readonly operands: readonly string[] }> {
  const { given, operands } = call.options;
  const parts: ScriptPart[] = [];
  for (const { key, value = "" } of given) {
    if (key === "expression") parts.push({ text: value, file: undefined });
    if (key === "file") parts.push(yield* fileScript(call, value));
  }
  if (parts.length > 0) return { parts, operands };
  const [script, ...rest] = operands;
  if (script === undefined) throw new UsageError("");
  return { parts: [{ text: script, file: undefined }], operands: rest };
}

export const sed = defineCommand({
  name: "sed",
  description: "Stream editor for filtering and transforming text",
  usage: "[OPTION]... {script-only-if-no-other-script} [input-file]...",
  options: OPTIONS,
  showsUsage: true,
  *run(call: SedCall): Running<number> {
    const { parts, operands } = yield* scriptOf(call);
    return yield* runSed(call, parts, operands);
  },
});
