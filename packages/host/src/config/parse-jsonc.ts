import { keyPath } from "@agent-sandbox/policy";
import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { syntaxError, type ConfigFile, type Position } from "./config-file.ts";

/**
 * JSON with comments and trailing commas; an empty text is an empty object. Fails with
 * CONFIG_INVALID and the position at a syntax error or a key that is there twice.
 */
export function parseJsonc(text: string, file: string): ConfigFile {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error !== undefined) {
    throw syntaxError(file, positionAt(text, error.offset), sentence(error));
  }
  const lines = new Map<string, number>();
  const walk = new TreeWalk(text, file, lines);
  return { value: root === undefined ? {} : walk.valueOf(root, []), lines };
}

/** Turns the tree into plain values in the order of the text, counting lines as it goes. */
class TreeWalk {
  readonly #text: string;
  readonly #file: string;
  readonly #lines: Map<string, number>;
  #line = 1;
  #offset = 0;

  constructor(text: string, file: string, lines: Map<string, number>) {
    this.#text = text;
    this.#file = file;
    this.#lines = lines;
  }

  valueOf(node: Node, path: readonly PropertyKey[]): unknown {
    this.#note(node.offset, path);
    const children = node.children ?? [];
    if (node.type === "array") {
      return children.map((item, index) => this.valueOf(item, [...path, index]));
    }
    if (node.type === "object") return this.#objectOf(children, path);
    return node.value;
  }

  #objectOf(properties: readonly Node[], path: readonly PropertyKey[]): unknown {
    const entries = new Map<string, unknown>();
    for (const { children: [key, value] = [] } of properties) {
      if (key === undefined || value === undefined) continue;
      const name = String(key.value);
      if (entries.has(name)) {
        const position = positionAt(this.#text, key.offset);
        throw syntaxError(this.#file, position, `"${name}" is there twice`);
      }
      this.#note(key.offset, [...path, name]);
      entries.set(name, this.valueOf(value, [...path, name]));
    }
    return Object.fromEntries(entries);
  }

  #note(offset: number, path: readonly PropertyKey[]): void {
    for (; this.#offset < offset; this.#offset++) {
      if (this.#text[this.#offset] === "\n") this.#line++;
    }
    const key = keyPath(path);
    if (!this.#lines.has(key)) this.#lines.set(key, this.#line);
  }
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** `CommaExpected` to `comma expected`. */
function sentence({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=.)([A-Z])/g, " $1")
    .toLowerCase();
}
