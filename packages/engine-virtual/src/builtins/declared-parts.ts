import type { Assignment } from "@agent-sandbox/shell-syntax";

import { ShellFailure } from "../shell/shell-failure.ts";

/** A variable that is declared, and what it is given. */
export interface Parts {
  readonly name: string;
  readonly index: string | undefined;
  readonly append: boolean;
  readonly text: string | undefined;
}

const OPERAND = /^([A-Za-z_]\w*)(?:\[([^]*?)\])?(?:(\+?)=([^]*))?$/;

export function partsOf(operand: string): Parts {
  const [, name, index, append, text] = OPERAND.exec(operand) ?? [];
  if (name === undefined) throw new ShellFailure(`\`${operand}': not a valid identifier`);
  return { name, index, append: append === "+", text };
}

export function writtenParts({ append, index, name }: Assignment): Omit<Parts, "text"> {
  return { name, index: index?.text, append };
}
