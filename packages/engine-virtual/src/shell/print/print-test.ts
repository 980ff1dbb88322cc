import type { Test } from "@agent-sandbox/shell-syntax";

import { shownText } from "./shown-text.ts";

/** What stands in `[[ ]]`. */
export function testText(test: Test): string {
  switch (test.type) {
    case "unary":
      return `${test.operator} ${shownText(test.operand.text)}`;
    case "binary":
      return `${shownText(test.left.text)} ${test.operator} ${shownText(test.right.text)}`;
    case "not":
      return `! ${testText(test.operand)}`;
    case "parentheses":
      return `( ${testText(test.operand)} )`;
    case "logical":
      return test.operands.map(testText).join(` ${test.operator} `);
  }
}
