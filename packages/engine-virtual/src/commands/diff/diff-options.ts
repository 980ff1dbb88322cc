import { timeZone, type TimeZone } from "../dates/time-zone.ts";
import type { Call } from "../define-command.ts";
import type { Options } from "../options.ts";
import { UsageError, CommandError } from "../options.ts";
import { quoted } from "../quote.ts";

export const DIFF_OPTIONS = {
  brief: "-q --brief",
  identical: "-s --report-identical-files",
  normal: "--normal",
  unified: "-u",
  unifiedLong: "--unified[=NUM]",
  unifiedLines: "-U=NUM",
  context: "-c",
  contextLong: "--context[=NUM]",
  contextLines: "-C=NUM",
  label: "-L --label=LABEL",
  functions: "-p --show-c-function",
  recursive: "-r --recursive",
  newFile: "-N --new-file",
  exclude: "-x --exclude=PATTERN",
  ignoreCase: "-i --ignore-case",
  allSpace: "-w --ignore-all-space",
  spaceChange: "-b --ignore-space-change",
  trailingSpace: "-Z --ignore-trailing-space",
  blankLines: "-B --ignore-blank-lines",
  stripReturn: "--strip-trailing-cr",
  text: "-a --text",
  minimal: "-d --minimal",
  largeFiles: "-H --speed-large-files",
  color: "--color[=WHEN]",
} as const;

export type DiffKey = keyof typeof DIFF_OPTIONS;

export interface DiffPlan {
  readonly style: "normal" | "unified" | "context" | "brief";
  /** Lines around. */
  readonly context: number;
  readonly options: Options<DiffKey>;
  readonly zone: TimeZone;
}

const STYLES = [
  ...(["normal", "unified", "unifiedLong", "unifiedLines"] as const),
  ...(["context", "contextLong", "contextLines"] as const),
] as const;
const DEFAULT_CONTEXT = 3;

export function planDiff({ invocation, options }: Call<DiffKey>): DiffPlan {
  const color = options.value("color");
  if (color !== undefined && color !== "never" && color !== "auto") {
    throw new CommandError(`--color=${color} is not supported`);
  }
  if (options.has("color") && color === undefined) {
    throw new CommandError("--color is not supported");
  }
  const asked = options.last(...STYLES);
  const style = styleOf(asked);
  const isBrief = options.has("brief");
  const zone = timeZone(invocation.env.get("TZ"));
  return { style: isBrief ? "brief" : style, context: contextOf(options, style), options, zone };
}

function styleOf(asked: (typeof STYLES)[number] | undefined): "normal" | "unified" | "context" {
  if (asked?.startsWith("unified") === true) return "unified";
  return asked?.startsWith("context") === true ? "context" : "normal";
}

/** The largest number that was asked for. */
function contextOf(options: Options<DiffKey>, style: string): number {
  if (style === "normal") return 0;
  const numbers = options.given
    .filter(({ key }) => key.startsWith("unified") || key.startsWith("context"))
    .flatMap(({ value }) => (value === undefined ? [] : [numberOf(value)]));
  return numbers.length === 0 ? DEFAULT_CONTEXT : Math.max(...numbers);
}

function numberOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`invalid context length ${quoted(text)}`);
  return Number(text);
}
