import type { Parameter, Script } from "@agent-sandbox/shell-syntax";

import { ShellFailure } from "../shell-failure.ts";
import { nodesIn } from "./nodes-in.ts";

/** Refuses a script that holds anything that is not supported, by its name, before any of it runs. */
export function refuseUnsupported(script: Script): void {
  const name = findUnsupported(script);
  if (name !== undefined) {
    throw new ShellFailure(`${name} is not supported`, { status: 2, ends: "script" });
  }
}

function findUnsupported(script: Script): string | undefined {
  for (const node of nodesIn(script)) {
    const name = nameOf(node);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** By the type of the node that it is, as it is named to people. */
export const REFUSED_CONSTRUCTS = {
  coprocess: "coproc",
  select: "select",
} as const;

const TRANSFORMS = /^[QULuEaAKkP]$/;

function nameOf(node: object & { readonly type: unknown }): string | undefined {
  switch (node.type) {
    case "coprocess":
      return REFUSED_CONSTRUCTS.coprocess;
    case "select":
      return REFUSED_CONSTRUCTS.select;
    case "parameter":
      return transformOf(node);
    default:
      return undefined;
  }
}

function transformOf(node: object): string | undefined {
  const { operation } = node as Partial<Parameter>;
  const [letter] = operation?.kind === "transform" ? operation.operands : [];
  if (letter === undefined || TRANSFORMS.test(letter.text)) return undefined;
  return `\${…@${letter.text}}`;
}
