import { timeZone, type TimeZone } from "../dates/time-zone.ts";
import type { Call } from "../define-command.ts";
import type { Options } from "../options.ts";
import { UsageError, CommandError } from "../options.ts";
import { matcherOf } from "./line-patterns.ts";
import { COLORED, type Paint, PLAIN } from "./paint.ts";
import type { SideOptions } from "./side-format.ts";

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
  digits: "-NUM",
  label: "-L --label=LABEL",
  functions: "-p --show-c-function",
  recursive: "-r --recursive",
  newFile: "-N --new-file",
  exclude: "-x --exclude=PATTERN",
  excludeFrom: "-X --exclude-from=FILE",
  ignoreMatching: "-I --ignore-matching-lines=RE",
  functionLine: "-F --show-function-line=RE",
  ignoreCase: "-i --ignore-case",
  allSpace: "-w --ignore-all-space",
  spaceChange: "-b --ignore-space-change",
  tabExpansion: "-E --ignore-tab-expansion",
  trailingSpace: "-Z --ignore-trailing-space",
  blankLines: "-B --ignore-blank-lines",
  stripReturn: "--strip-trailing-cr",
  text: "-a --text",
  minimal: "-d --minimal",
  ed: "-e --ed",
  rcs: "-n --rcs",
  sideBySide: "-y --side-by-side",
  width: "-W --width=NUM",
  leftColumn: "--left-column",
  suppressCommon: "--suppress-common-lines",
  expandTabs: "-t --expand-tabs",
  largeFiles: "-H --speed-large-files",
  color: "--color[=WHEN]",
} as const;

export type DiffKey = keyof typeof DIFF_OPTIONS;

export interface DiffPlan {
  readonly style: "normal" | "unified" | "context" | "brief" | "ed" | "rcs" | "side";
  /** Lines around. */
  readonly context: number;
  readonly options: Options<DiffKey>;
  readonly zone: TimeZone;
  readonly side: SideOptions;
  readonly paint: Paint;
  /** `-I`: the lines that do not matter. */
  readonly ignored: ((line: string) => boolean) | undefined;
  /** `-p` and `-F`: the lines as a function begins with. */
  readonly functions: ((line: string) => boolean) | undefined;
}

const STYLES = [
  ...(["normal", "unified", "unifiedLong", "unifiedLines"] as const),
  ...(["context", "contextLong", "contextLines", "ed", "rcs", "sideBySide"] as const),
] as const;
const DEFAULT_CONTEXT = 3;
const COLORS = ["always", "auto", "never"];
const C_FUNCTION = "^[[:alpha:]$_]";

export function planDiff({ invocation, options }: Call<DiffKey>): DiffPlan {
  const color = options.value("color") ?? "auto";
  if (!COLORS.includes(color)) throw new UsageError(`invalid color '${color}'`);
  const styles = new Set(STYLES.filter((key) => options.has(key)).map(styleOf));
  if (styles.size > 1) throw new UsageError("conflicting output style options");
  // As what shows functions alone.
  const [style = options.has("functions") ? "context" : "normal"] = styles;
  refuseTabs(options, style);
  const isBrief = options.has("brief");
  return {
    style: isBrief ? "brief" : style,
    context: contextOf(options, style),
    options,
    zone: timeZone(invocation.env.get("TZ")),
    side: sideOptions(options),
    paint: color === "always" ? COLORED : PLAIN,
    ignored: patternsOf(options, "ignoreMatching"),
    functions: patternsOf(options, "functionLine", options.has("functions") ? [C_FUNCTION] : []),
  };
}

function patternsOf(
  options: Options<DiffKey>,
  key: "functionLine" | "ignoreMatching",
  more: readonly string[] = [],
): DiffPlan["ignored"] {
  const expressions = [...options.values(key), ...more];
  return expressions.length === 0 ? undefined : matcherOf(expressions);
}

function sideOptions(options: Options<DiffKey>): SideOptions {
  const width = options.value("width") ?? "130";
  if (!(Number(width) > 0)) throw new UsageError(`invalid width '${width}'`);
  return {
    width: Number(width),
    expandsTabs: options.has("expandTabs"),
    leftOnly: options.has("leftColumn"),
    leavesOutCommon: options.has("suppressCommon"),
  };
}

function refuseTabs(options: Options<DiffKey>, style: DiffPlan["style"]): void {
  if (options.has("expandTabs") && style !== "side") {
    throw new CommandError("--expand-tabs is supported with --side-by-side alone");
  }
}

function styleOf(asked: (typeof STYLES)[number]): Exclude<DiffPlan["style"], "brief"> {
  if (asked === "sideBySide") return "side";
  if (asked.startsWith("unified")) return "unified";
  if (asked.startsWith("context")) return "context";
  return asked === "ed" || asked === "rcs" ? asked : "normal";
}

/** The largest number that was asked for. */
function contextOf(options: Options<DiffKey>, style: DiffPlan["style"]): number {
  if (style !== "unified" && style !== "context") return 0;
  const numbers = options.given
    .filter(({ key }) => /^(?:unified|context|digits)/.test(key))
    .flatMap(({ value }) => (value === undefined ? [] : [numberOf(value)]));
  return numbers.length === 0 ? DEFAULT_CONTEXT : Math.max(...numbers);
}

function numberOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`invalid context length '${text}'`);
  return Number(text);
}
