import type { ArithmeticFor, For, Loop } from "@agent-sandbox/shell-syntax";

import { ended } from "./ended.ts";
import type { CommandPrinter } from "./print-command.ts";
import { shownText } from "./shown-text.ts";

export function loopText(
  node: For | Loop | ArithmeticFor,
  printer: CommandPrinter,
  pad: string,
): string {
  switch (node.type) {
    case "while":
    case "until": {
      const condition = printer.list(node.condition, pad);
      return `${node.type} ${ended(condition)} do\n${printer.body(node.body, pad)}done`;
    }
    case "for":
    case "select":
      return `${node.type} ${node.name} in ${wordsOf(node)};\n${pad}do\n${printer.body(node.body, pad)}done`;
    case "arithmetic-for":
      return `for ((${headerOf(node, printer.source)}))\n${pad}do\n${printer.body(node.body, pad)}done`;
  }
}

function wordsOf({ words }: For): string {
  return words === undefined ? '"$@"' : words.map(({ text }) => shownText(text)).join(" ");
}

/** As it is written; what is left out is 1. */
export function headerOf({ start }: ArithmeticFor, source: string): string {
  const header = /^for\s*\(\(([^]*?)\)\)\s*;?\s*(?:do|\{)/.exec(source.slice(start))?.[1] ?? ";;";
  return header
    .split(";")
    .map((one) => (one.trim() === "" ? "1" : one.trim()))
    .join("; ");
}
