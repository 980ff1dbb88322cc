import { asBytes } from "../../shell/text.ts";
import { factsOf, markOf } from "./tree-facts.ts";
import type { Placed, TreeCounts, TreeNode, TreeWriter } from "./tree-node.ts";
import type { TreeCall } from "./tree-options.ts";

type Lines = Readonly<Record<"through" | "entry" | "last" | "blank", string>>;

/** As tree(1) draws them: two of the blanks are no-break spaces. */
const DRAWN: Lines = { through: "│\u00a0\u00a0 ", entry: "├── ", last: "└── ", blank: "    " };
const ASCII: Lines = { through: "|   ", entry: "|-- ", last: "`-- ", blank: "    " };
/** Control characters, and bytes that are no characters. */
const CONTROL = /[\0-\x1f\x7f\udc80-\udcff]/gu;

const octal = (character: string): string =>
  `\\${(character.charCodeAt(0) & 0xff).toString(8).padStart(3, "0")}`;

const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

/** The lines that everybody knows. */
export class TextWriter implements TreeWriter {
  readonly #call: TreeCall;
  readonly #lines: Lines;

  constructor(call: TreeCall) {
    this.#call = call;
    this.#lines = /^(?!utf-?8)/i.test(call.options.value("charset") ?? "UTF-8") ? ASCII : DRAWN;
  }

  begin(): string {
    return "";
  }

  enter({ node, name, lasts, problem }: Placed): string {
    const { options } = this.#call;
    const indent = options.has("noIndent") ? "" : this.#indent(lasts);
    const facts = node === undefined ? "" : this.#facts(node);
    const front = options.has("factsFirst") ? facts + indent : indent + facts;
    const what = node === undefined ? this.#shown(name) : this.#named(node, name, lasts);
    return `${front}${what}${problem === undefined ? "" : `  [${problem}]`}\n`;
  }

  leave(): string {
    return "";
  }

  end({ directories, files }: TreeCounts): string {
    const { options } = this.#call;
    if (options.has("noReport")) return "";
    const folders = many(directories, "directory", "directories");
    if (options.has("directories")) return `\n${folders}\n`;
    return `\n${folders}, ${many(files, "file", "files")}\n`;
  }

  #indent(lasts: readonly boolean[]): string {
    const { through, entry, last, blank } = this.#lines;
    const end = lasts.length - 1;
    return lasts
      .map((isLast, at) => (at === end ? (isLast ? last : entry) : isLast ? blank : through))
      .join("");
  }

  #named(node: TreeNode, name: string, lasts: readonly boolean[]): string {
    const mark = this.#call.options.has("classify") ? markOf(node) : "";
    // What was asked for is shown by its name alone, be it a link.
    const isTop = lasts.length === 0;
    if (isTop && name.endsWith("/")) return this.#shown(name);
    if (isTop || node.target === undefined) return this.#shown(name) + mark;
    return `${this.#shown(name)} -> ${this.#shown(node.target)}${mark}`;
  }

  /** What stands in brackets in front of a name: `[drwxr-xr-x 4.0K]  `. */
  #facts(node: TreeNode): string {
    const { options } = this.#call;
    const facts = Array.from(factsOf(this.#call, node), ([key, value]) => {
      if (key === "mode") return [];
      if (key === "user" || key === "group") return [String(value).padEnd(8)];
      if (key !== "size") return [String(value)];
      return [String(value).padStart(options.has("human", "si") ? 4 : 11)];
    }).flat();
    return facts.length === 0 ? "" : `[${facts.join(" ")}]  `;
  }

  #shown(name: string): string {
    const { options } = this.#call;
    const quote = options.has("quoted") ? '"' : "";
    if (options.has("raw")) return quote + name + quote;
    // Of a name that is no text each byte is shown by itself.
    const own = name.isWellFormed() ? name : asBytes(name);
    return quote + own.replace(CONTROL, options.has("marked") ? () => "?" : octal) + quote;
  }
}
