import type * as unbash from "unbash";

import type { Test } from "../syntax-tree.ts";
import type { Reading } from "./reading.ts";
import { takeWord } from "./take-word.ts";

/** What stands in `[[ ]]`. */
export function takeTest(node: unbash.TestExpression, outside: Reading): Test {
  const reading = outside.inside(node);
  switch (node.type) {
    case "TestUnary":
      return {
        ...{ type: "unary", operator: node.operator },
        operand: takeWord(node.operand, reading),
      };
    case "TestBinary":
      return {
        ...{ type: "binary", operator: node.operator },
        left: takeWord(node.left, reading),
        right: takeWord(node.right, reading),
      };
    case "TestLogical":
      return {
        ...{ type: "logical", operator: node.operator },
        operands: node.operands.map((operand) => takeTest(operand, reading)),
      };
    case "TestNot": {
      const operand = takeTest(node.operand, reading);
      return node.negations.length % 2 === 0 ? operand : { type: "not", operand };
    }
    case "TestGroup":
      return { type: "parentheses", operand: takeTest(node.expression, reading) };
  }
}
