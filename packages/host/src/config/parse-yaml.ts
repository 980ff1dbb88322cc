import { keyPath } from "@agent-sandbox/policy";
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from "yaml";
import { syntaxError, type ConfigFile } from "./config-file.ts";

/** Far more than a person writes, far less than a text that expands without end needs. */
const ALIAS_LIMIT = 100;

/**
 * One YAML 1.2 document; an empty one is an empty object. Fails with CONFIG_INVALID and the
 * position at a syntax error, an unknown tag or a key that is there twice.
 */
export function parseYaml(text: string, file: string): ConfigFile {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const { line, col } = counter.linePos(problem.pos[0]);
    throw syntaxError(file, { line, column: col }, problem.message);
  }
  const lines = new Map<string, number>();
  noteLines(document.contents, [], { counter, lines });
  const value: unknown = document.toJS({ maxAliasCount: ALIAS_LIMIT });
  return { value: value ?? {}, lines };
}

interface Notes {
  readonly counter: LineCounter;
  readonly lines: Map<string, number>;
}

function noteLines(node: unknown, path: readonly PropertyKey[], notes: Notes): void {
  if (isSeq(node)) {
    node.items.forEach((item, index) => {
      note(item, [...path, index], notes);
      noteLines(item, [...path, index], notes);
    });
  }
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const inner = [...path, String(key.value)];
    note(key, inner, notes);
    noteLines(value, inner, notes);
  }
}

function note(node: unknown, path: readonly PropertyKey[], { counter, lines }: Notes): void {
  const start = (node as Node | null)?.range?.[0];
  if (start !== undefined) lines.set(keyPath(path), counter.linePos(start).line);
}
