import { factsOf } from "./tree-facts.ts";
import type { Placed, TreeCounts, TreeNode, TreeWriter } from "./tree-node.ts";
import type { TreeCall } from "./tree-options.ts";

const TYPES = { file: "file", directory: "directory", link: "link", device: "char" } as const;

const member = (key: string, value: string | number): string =>
  `${JSON.stringify(key)}:${JSON.stringify(value)}`;

/** `-J`, with the places of its commas and line ends. */
export class JsonWriter implements TreeWriter {
  readonly #call: TreeCall;
  /** Another one of those on top needs a comma between. */
  #isFirst = true;

  constructor(call: TreeCall) {
    this.#call = call;
  }

  begin(): string {
    return `[${this.#lineEnd()}`;
  }

  enter(placed: Placed): string {
    const { isOpened, lasts, node, problem } = placed;
    const isTop = lasts.length === 0;
    const between = isTop && !this.#isFirst ? `,${this.#lineEnd()}` : "";
    this.#isFirst = false;
    const front = between + this.#head(placed);
    if (problem !== undefined && (isTop || node?.target === undefined)) {
      return `${front},"contents":[{"error": "${problem}"}\n${this.#lineEnd()}`;
    }
    if (isOpened) return `${front},"contents":[${this.#lineEnd()}`;
    const refused = problem === undefined ? "" : `{"error": "${problem}"}\n`;
    return `${front}}${refused}${this.#comma(lasts)}`;
  }

  leave({ lasts, isOpened, problem }: Placed): string {
    if (!isOpened && !(problem !== undefined && lasts.length === 0)) return "";
    return `${this.#indent(lasts)}]}${this.#comma(lasts)}`;
  }

  end({ directories, files }: TreeCounts): string {
    const { options } = this.#call;
    const counted = options.has("directories") ? { directories } : { directories, files };
    const report = JSON.stringify({ type: "report", ...counted });
    const indent = options.has("noIndent") ? "" : "\n  ";
    const reported = options.has("noReport") ? "" : `,${indent}${report}`;
    return `${this.#lineEnd()}${reported}${this.#lineEnd()}]\n`;
  }

  #head({ node, name, lasts }: Placed): string {
    // The real one leaves what there is not without a beginning.
    if (node === undefined) return `,${member("name", name)}`;
    const type = `{${member("type", TYPES[node.status.kind])}`;
    const members = [type, member("name", name), ...this.#target(node, lasts)];
    for (const [key, value] of factsOf(this.#call, node)) members.push(member(key, value));
    return this.#indent(lasts) + members.join(",");
  }

  #target({ target }: TreeNode, lasts: readonly boolean[]): readonly string[] {
    return target === undefined || lasts.length === 0 ? [] : [member("target", target)];
  }

  #comma(lasts: readonly boolean[]): string {
    // Behind one on top nobody knows yet whether there is another.
    if (lasts.length === 0) return "";
    return (lasts.at(-1) === true ? "" : ",") + this.#lineEnd();
  }

  #indent(lasts: readonly boolean[]): string {
    return this.#call.options.has("noIndent") ? "" : "  ".repeat(lasts.length + 1);
  }

  #lineEnd(): string {
    return this.#call.options.has("noIndent") ? "" : "\n";
  }
}
