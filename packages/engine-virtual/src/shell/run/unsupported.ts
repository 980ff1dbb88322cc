import type { Parameter, Script } from "@agent-sandbox/shell-syntax";

import { ShellFailure } from "../shell-failure.ts";

/** Refuses a script that holds anything that is not supported, by its name, before any of it runs. */
export function refuseUnsupported(script: Script): void {
  const name = findUnsupported(script);
  if (name !== undefined) {
    throw new ShellFailure(`${name} is not supported`, { status: 2, ends: "script" });
  }
}

/** The tree is plain data: to look at every value of it misses nothing. */
function findUnsupported(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const own = "type" in value ? nameOf(value) : undefined;
  if (own !== undefined) return own;
  for (const child of Object.values(value)) {
    const found = findUnsupported(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By the type of the node that it is, as it is named to people. */
export const REFUSED_CONSTRUCTS = {
  coprocess: "coproc",
  select: "select",
} as const;

const TRANSFORMS = /^[QULuEaAKk]$/;

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
