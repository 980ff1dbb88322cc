import { complain } from "../define-command.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { formatTime } from "../dates/format-time.ts";
import type { TimeZone } from "../dates/time-zone.ts";
import { contextFormat } from "./context-format.ts";
import type { DiffKey, DiffPlan } from "./diff-options.ts";
import { changesWithin, sameEnds } from "./changes-within.ts";
import { changesOfOnly, headingsOf } from "./line-patterns.ts";
import type { Comparison, Parts } from "./hunk.ts";
import { isBinary, LineNumbers, linesOf } from "./lines.ts";
import { normalFormat } from "./normal-format.ts";
import { edFormat } from "./ed-format.ts";
import { rcsFormat } from "./rcs-format.ts";
import { sideFormat } from "./side-format.ts";
import { unifiedFormat } from "./unified-format.ts";
import { bytesOf } from "../byte-string.ts";

export interface Compared {
  /** As the call names it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly modified: number;
}

export interface FileTask {
  readonly files: readonly [Compared, Compared];
  /** What is said first, where they differ. */
  readonly heading: string;
}

const FORMATS = {
  normal: () => normalFormat,
  unified: () => unifiedFormat,
  context: () => contextFormat,
  ed: () => edFormat,
  rcs: () => rcsFormat,
  side: ({ side }) => sideFormat(side),
} satisfies Record<string, (plan: DiffPlan) => (compared: Comparison) => Parts>;

/** ed knows no line without its end: it is said, and taken as if it had one. */
function openEnds(call: Call<DiffKey>, plan: DiffPlan, { files }: FileTask): boolean {
  if (Buffer.compare(files[0].bytes, files[1].bytes) === 0) return false;
  const names = files.flatMap(({ bytes, name }, index) =>
    bytes.length > 0 && bytes.at(-1) !== 10 ? [calledBy(plan, name, index)] : [],
  );
  for (const name of names) complain(call.invocation, `${name}: No newline at end of file\n`);
  return names.length > 0;
}

/** What a file is called in messages: by its label, where it has one. */
const calledBy = ({ options }: DiffPlan, name: string, index: number): string =>
  options.values("label")[index] ?? name;

/** Compares two files and says how they differ: 0 or 1. */
export function* diffFiles(call: Call<DiffKey>, plan: DiffPlan, task: FileTask): Running<number> {
  const status = yield* differences(call, plan, task);
  const { bytes } = task.files[0];
  const isText = !isBinary(bytes) && !isBinary(task.files[1].bytes);
  return plan.style === "ed" && isText && openEnds(call, plan, task) ? 2 : status;
}

function* differences(call: Call<DiffKey>, plan: DiffPlan, task: FileTask): Running<number> {
  const { style } = plan;
  const { stdout } = call.invocation;
  const names = task.files.map(({ name }, index) => calledBy(plan, name, index)).join(" and ");
  const outcome = yield* outcomeOf(plan, task.files);
  if (outcome === "same") {
    if (plan.options.has("identical")) stdout.write(`Files ${names} are identical\n`);
    return 0;
  }
  if (style === "brief" || outcome === "binary") {
    stdout.write(`${style === "brief" ? "Files" : "Binary files"} ${names} differ\n`);
    return 1;
  }
  stdout.write(task.heading);
  for (const part of FORMATS[style](plan)(outcome)) {
    stdout.write(Buffer.from(part, "latin1"));
    yield;
  }
  if (!outcome.changes.every(outcome.isTrivial)) return 1;
  if (plan.options.has("identical")) stdout.write(`Files ${names} are identical\n`);
  return 0;
}

function* outcomeOf(
  plan: DiffPlan,
  files: FileTask["files"],
): Running<Comparison | "binary" | "same"> {
  const [old, now] = files;
  // Side by side, what is the same is shown too.
  const isShown = plan.style === "side";
  if (!isShown && Buffer.compare(old.bytes, now.bytes) === 0) return "same";
  const isText = !isBinary(old.bytes) && !isBinary(now.bytes);
  if (!isText && !plan.options.has("text")) return "binary";
  const compared = yield* compare(plan, files);
  return !isShown && compared.changes.every(compared.isTrivial) ? "same" : compared;
}

function* compare(
  { context, functions, ignored, options, paint, style, zone }: DiffPlan,
  [old, now]: FileTask["files"],
): Running<Comparison> {
  const ends = style === "ed" ? { isOpen: false } : {};
  const contents = [
    { ...(yield* linesOf(old.bytes)), ...ends },
    { ...(yield* linesOf(now.bytes)), ...ends },
  ] as const;
  const numbers = new LineNumbers(options);
  const first = yield* numbers.of(contents[0]);
  const second = yield* numbers.of(contents[1]);
  const changes = yield* changesWithin(first, second, sameEnds(contents, context));
  const trivial = yield* changesOfOnly(trivialLine(options, ignored), changes, contents);
  const labels = options.values("label");
  return {
    sides: [
      { header: labels[0] ?? headerOf(old, zone), content: contents[0] },
      { header: labels[1] ?? headerOf(now, zone), content: contents[1] },
    ],
    changes,
    context,
    isTrivial: (change) => trivial.has(change),
    functionAt: functions === undefined ? () => "" : yield* headingsOf(functions, contents[0]),
    paint,
  };
}

const headerOf = ({ modified, name }: Compared, zone: TimeZone): string =>
  bytesOf(`${name}\t${formatTime("%F %T.%N %z", modified, zone)}`);

/** Whether a line does not matter: with `-B` a blank one, with `-I` one that is as it says. */
function trivialLine(
  options: DiffPlan["options"],
  ignored: DiffPlan["ignored"],
): (line: string) => boolean {
  const ignoresSpace = options.has("allSpace", "spaceChange", "trailingSpace");
  const isBlank = (line: string): boolean =>
    options.has("blankLines") && (ignoresSpace ? line.trim() : line) === "";
  return (line) => isBlank(line) || ignored?.(line) === true;
}
