import type { ArithmeticFor, For, Loop, WrittenArithmetic } from "@agent-sandbox/shell-syntax";

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
      return `for ((${headOf(node)}))\n${pad}do\n${printer.body(node.body, pad)}done`;
  }
}

function wordsOf({ words }: For): string {
  return words === undefined ? '"$@"' : words.map(({ text }) => shownText(text)).join(" ");
}

function headOf({ initialize, test, update }: ArithmeticFor): string {
  return [initialize, test, update].map(partText).join("; ");
}

/** As it is written; what is left out is 1. */
export function partText(part: WrittenArithmetic | undefined): string {
  return part === undefined ? "1" : (part.text ?? "");
}
