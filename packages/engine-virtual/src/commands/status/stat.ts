import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { eachOperand } from "../each-operand.ts";
import { missingOperand } from "../operands.ts";
import { CommandError } from "../options.ts";
import { quoted } from "../quote.ts";
import { escapeWarnings, unescaped } from "./escapes.ts";
import { timeZone } from "../dates/time-zone.ts";
import { formatStatus, type Stated } from "./stat-format.ts";

const OPTIONS = {
  dereference: "-L --dereference",
  fileSystem: "-f --file-system",
  format: "-c --format=FORMAT",
  printf: "--printf=FORMAT",
  terse: "-t --terse",
  cached: "--cached=MODE",
} as const;

const DEFAULT = `  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: %Hd,%Ld\tInode: %-11i Links: %h
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z
 Birth: %w`;
const TERSE = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o";

type Show = (stated: Stated) => string;

/** The first line of it has names as they are. */
function showWhole(stated: Stated): string {
  const { operand, path, status, files } = stated;
  const target = status.kind === "link" ? ` -> ${files.readLink(path)}` : "";
  return `  File: ${operand}${target}\n${formatStatus(DEFAULT, stated)}\n`;
}

function showOf({ options }: Call<keyof typeof OPTIONS>): Show {
  const showAs =
    (format: string): Show =>
    (stated) =>
      formatStatus(format, stated);
  const last = options.last("format", "printf");
  if (last === "printf") return showAs(unescaped(options.value("printf") ?? ""));
  if (last === "format") return showAs(`${options.value("format") ?? ""}\n`);
  return options.has("terse") ? showAs(`${TERSE}\n`) : showWhole;
}

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const { invocation, options } = call;
  const { files, resolve, stdout } = invocation;
  if (options.operands.length === 0) missingOperand();
  if (options.has("fileSystem")) throw new CommandError("-f is not supported here: see df");
  const show = showOf(call);
  const isPrinted = options.last("format", "printf") === "printf";
  const warnings = isPrinted ? escapeWarnings(options.value("printf") ?? "") : [];
  const zone = timeZone(invocation.env.get("TZ"));
  return yield* eachOperand(call, {
    operands: options.operands,
    wording: (operand) => `cannot statx ${quoted(operand)}`,
    work(operand) {
      const path = resolve(operand === "-" ? "/dev/stdin" : operand);
      const status = options.has("dereference") ? files.stat(path) : files.lstat(path);
      for (const words of warnings) complain(invocation, `warning: ${words}`);
      stdout.write(show({ operand, path, status, files, zone }));
    },
  });
}

export const stat = defineCommand({
  name: "stat",
  description: "Show the status of files",
  usage: "[OPTION]... FILE...",
  options: OPTIONS,
  words: { cached: [["default"], ["never"], ["always"]] },
  run,
});
