import type { Parameter, ParameterOperation } from "@agent-sandbox/shell-syntax";

import type { Shell } from "../shell.ts";
import { declarationOf } from "./declaration.ts";
import { arrayOf, keysOf, one, type ParameterValue } from "./parameter-value.ts";
import { quoteAlways, quoteDouble, quoteKey } from "./quote-text.ts";

interface Transformed {
  readonly shell: Shell;
  readonly part: Parameter;
  readonly operation: ParameterOperation;
}

/** `@a` of what has no value, `@A` of a list, `@K` and `@k`: what is about the variable as a whole. */
export function transformWhole(
  value: ParameterValue,
  { operation, part, shell }: Transformed,
): ParameterValue | undefined {
  switch (operation.kind === "transform" ? operation.operands[0]?.text : undefined) {
    case "a": {
      const { letters } = declarationOf(shell, part.name);
      return value.isSet || letters === "" ? undefined : one(letters);
    }
    case "A":
      return value.list === undefined ? undefined : one(declarationOf(shell, part.name).text);
    case "K":
    case "k":
      return pairsOf(value, { operation, part, shell });
    default:
      return undefined;
  }
}

/** Keys and values: quoted in one text, or each a word of its own. */
function pairsOf(value: ParameterValue, { operation, part, shell }: Transformed): ParameterValue {
  if (value.list === undefined || part.index === undefined) {
    return { ...value, values: value.values.map(quoteAlways) };
  }
  const pairs = keysOf(shell, part.name).map((key, at) => [key, value.values[at] ?? ""] as const);
  if (operation.operands[0]?.text === "k") return { ...value, values: pairs.flat() };
  const text = pairs.map(([key, text]) => `${quoteKey(key)} ${quoteDouble(text)}`).join(" ");
  return one(arrayOf(shell, part.name)?.associative === true ? `${text} ` : text);
}
