import { FileError } from "../../files/errors.ts";
import type { FileStatus } from "../../files/files.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { globMatcher } from "../glob-match.ts";
import { humanSize, sizeOf } from "../ls-long.ts";
import { modeLetters } from "../modes.ts";
import { joined } from "../operands.ts";
import { CommandError } from "../options.ts";
import { statusAt } from "../transfer.ts";

const OPTIONS = {
  all: "-a",
  directories: "-d",
  fullPath: "-f",
  classify: "-F",
  human: "-h",
  noIndent: "-i",
  ignore: "-I=PATTERN",
  ignoreCase: "--ignore-case",
  level: "-L=LEVEL",
  noColor: "-n",
  only: "-P=PATTERN",
  mode: "-p",
  reverse: "-r",
  size: "-s",
  byTime: "-t",
  unsorted: "-U",
  directoriesFirst: "--dirsfirst",
  noReport: "--noreport",
  prune: "--prune",
  charset: "--charset=CHARSET",
} as const;

type TreeCall = Call<keyof typeof OPTIONS>;
type Lines = Readonly<Record<"through" | "entry" | "last" | "blank", string>>;

/** As tree(1) draws them: two of the blanks are no-break spaces. */
const DRAWN: Lines = { through: "│\u00a0\u00a0 ", entry: "├── ", last: "└── ", blank: "    " };
const ASCII: Lines = { through: "|   ", entry: "|-- ", last: "`-- ", blank: "    " };
const TYPES = { file: "-", directory: "d", link: "l", device: "c" } as const;

interface Node {
  readonly name: string;
  readonly path: string;
  readonly status: FileStatus;
  /** A link to a directory is one too, but is not entered. */
  readonly isDirectory: boolean;
}

function levelsOf({ options }: TreeCall): number {
  const text = options.value("level");
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const level = Number(text);
  if (!(level >= 1)) throw new CommandError("Invalid level, must be greater than 0.");
  return level;
}

/** `*.js|*.ts`: several patterns in one. */
function patternsOf({ options }: TreeCall, key: "ignore" | "only"): (name: string) => boolean {
  const patterns = options.values(key).flatMap((text) => text.split("|"));
  const ignoreCase = options.has("ignoreCase");
  const matchers = patterns.map((pattern) => globMatcher(pattern.replace(/\/$/, ""), ignoreCase));
  return (name) => matchers.some((matches) => matches(name));
}

/** Draws the trees of one call. */
class Drawing {
  readonly #call: TreeCall;
  readonly #levels: number;
  readonly #lines: Lines;
  readonly #isIgnored: (name: string) => boolean;
  readonly #isWanted: (name: string) => boolean;
  directories = 0;
  files = 0;
  errors = 0;

  constructor(call: TreeCall) {
    this.#call = call;
    this.#levels = levelsOf(call);
    this.#lines = /^(?!utf-?8)/i.test(call.options.value("charset") ?? "UTF-8") ? ASCII : DRAWN;
    this.#isIgnored = patternsOf(call, "ignore");
    const isWanted = patternsOf(call, "only");
    this.#isWanted = call.options.has("only") ? isWanted : () => true;
  }

  *top(operand: string): Running<void> {
    const { invocation, options } = this.#call;
    const path = options.has("fullPath") ? operand.replace(/(?<=.)\/+$/, "") : operand;
    const status = statusAt(invocation, operand, true);
    if (status?.kind !== "directory") {
      invocation.stdout.write(`${path}  [error opening dir]\n`);
      if (status === undefined) this.errors += 1;
      else this.files += 1;
      return;
    }
    const node: Node = { name: path, path, status, isDirectory: true };
    const mark = path.endsWith("/") ? "" : this.#markOf(node);
    invocation.stdout.write(`${this.#facts(node)}${path}${mark}\n`);
    const entries = this.#entriesOf(path);
    if (entries.length > 0) this.directories += 1;
    yield* this.#draw(entries, "", 1);
  }

  report(): string {
    const many = (count: number, one: string, more: string): string =>
      `${count} ${count === 1 ? one : more}`;
    const directories = many(this.directories, "directory", "directories");
    if (this.#call.options.has("directories")) return `\n${directories}\n`;
    return `\n${directories}, ${many(this.files, "file", "files")}\n`;
  }

  *#draw(entries: readonly Node[], before: string, level: number): Running<void> {
    const { through, entry, last, blank } = this.#lines;
    for (const [index, node] of entries.entries()) {
      yield;
      const isLast = index === entries.length - 1;
      this.#show(node, before + (isLast ? last : entry));
      this[node.isDirectory ? "directories" : "files"] += 1;
      if (node.status.kind !== "directory" || level >= this.#levels) continue;
      const below = this.#entriesOf(node.path);
      yield* this.#draw(below, before + (isLast ? blank : through), level + 1);
    }
  }

  #show(node: Node, lines: string): void {
    const { invocation, options } = this.#call;
    const { files, resolve, stdout } = invocation;
    const name = options.has("fullPath") ? node.path : node.name;
    const target = node.status.kind === "link" ? ` -> ${files.readLink(resolve(node.path))}` : "";
    const mark = this.#markOf(node);
    const indent = options.has("noIndent") ? "" : lines;
    stdout.write(`${indent}${this.#facts(node)}${name}${mark}${target}\n`);
  }

  #markOf({ status }: Pick<Node, "status">): string {
    if (!this.#call.options.has("classify")) return "";
    if (status.kind === "directory") return "/";
    if (status.kind === "link") return "";
    return (status.mode & 0o111) === 0 ? "" : "*";
  }

  /** What stands in brackets in front of a name: `[drwxr-xr-x 4.0K]  `. */
  #facts({ status }: Node): string {
    const { options } = this.#call;
    const facts: string[] = [];
    if (options.has("mode")) facts.push(TYPES[status.kind] + modeLetters(status.mode));
    if (options.has("human")) facts.push(humanSize(sizeOf(status)).padStart(4));
    else if (options.has("size")) facts.push(String(sizeOf(status)).padStart(11));
    return facts.length === 0 ? "" : `[${facts.join(" ")}]  `;
  }

  #entriesOf(path: string): readonly Node[] {
    const { options, invocation } = this.#call;
    const { files, resolve } = invocation;
    const nodes = files
      .list(resolve(path))
      .filter(({ name }) => options.has("all") || !name.startsWith("."))
      .map(({ name }) => this.#nodeAt(joined(path, name), name))
      .filter((node) => this.#isShown(node));
    return this.#sorted(nodes);
  }

  #nodeAt(path: string, name: string): Node {
    const { invocation } = this.#call;
    const status = invocation.files.lstat(invocation.resolve(path));
    return { name, path, status, isDirectory: this.#isDirectory(path) };
  }

  #isDirectory(path: string): boolean {
    const { invocation } = this.#call;
    try {
      return statusAt(invocation, path, true)?.kind === "directory";
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  #isShown({ name, path, isDirectory, status }: Node): boolean {
    const { options } = this.#call;
    if (this.#isIgnored(name)) return false;
    if (!isDirectory) return !options.has("directories") && this.#isWanted(name);
    if (!options.has("prune") || status.kind !== "directory") return true;
    return this.#entriesOf(path).length > 0;
  }

  #sorted(nodes: readonly Node[]): readonly Node[] {
    const { options } = this.#call;
    const byName = (a: Node, b: Node): number => (a.name < b.name ? -1 : 1);
    const byTime = (a: Node, b: Node): number => a.status.modified - b.status.modified;
    let sorted = nodes;
    if (!options.has("unsorted")) {
      sorted = nodes.toSorted((a, b) => (options.has("byTime") && byTime(a, b)) || byName(a, b));
    }
    if (options.has("reverse")) sorted = sorted.toReversed();
    if (!options.has("directoriesFirst")) return sorted;
    return [...sorted.filter((a) => a.isDirectory), ...sorted.filter((a) => !a.isDirectory)];
  }
}

function* run(call: TreeCall): Running<number> {
  const { operands } = call.options;
  const drawing = new Drawing(call);
  for (const operand of operands.length === 0 ? ["."] : operands) yield* drawing.top(operand);
  if (!call.options.has("noReport")) call.invocation.stdout.write(drawing.report());
  return drawing.errors > 0 ? 2 : 0;
}

export const tree = defineCommand({
  name: "tree",
  description: "List the contents of directories as a tree",
  usage: "[OPTION]... [DIRECTORY]...",
  options: OPTIONS,
  run,
});
