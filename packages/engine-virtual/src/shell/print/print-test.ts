import type { Test } from "@agent-sandbox/shell-syntax";

/** What stands in `[[ ]]`. */
export function testText(test: Test): string {
  switch (test.type) {
    case "unary":
      return `${test.operator} ${test.operand.text}`;
    case "binary":
      return `${test.left.text} ${test.operator} ${test.right.text}`;
    case "not":
      return `! ${inParentheses(test.operand)}`;
    case "logical":
      return test.operands
        .map((one) => (test.operator === "&&" ? inParentheses(one) : testText(one)))
        .join(` ${test.operator} `);
  }
}

/** What would be read otherwise without them. */
function inParentheses(test: Test): string {
  return test.type === "logical" ? `( ${testText(test)} )` : testText(test);
}
