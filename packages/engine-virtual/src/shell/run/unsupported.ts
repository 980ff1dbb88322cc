import type { Script } from "@agent-sandbox/shell-syntax";

import { ShellFailure } from "../shell-failure.ts";

/** Refuses a script that holds anything that is not supported, by its name, before any of it runs. */
export function refuseUnsupported(script: Script): void {
  const name = findUnsupported(script);
  if (name !== undefined) {
    throw new ShellFailure(`${name} is not supported`, { status: 2, isFatal: true });
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

const TRANSFORMS = /^[QULuEaA]$/;

function nameOf(node: object & { readonly type: unknown }): string | undefined {
  if (node.type === "statement") {
    return "background" in node && node.background === true
      ? "a command in the background (&)"
      : undefined;
  }
  if (node.type === "coprocess") return "coproc";
  if (node.type === "select") return "select";
  if (node.type !== "parameter" || !("operation" in node)) return undefined;
  return transformOf(node.operation);
}

function transformOf(operation: unknown): string | undefined {
  if (typeof operation !== "object" || operation === null || !("kind" in operation))
    return undefined;
  if (operation.kind !== "transform" || !("operands" in operation)) return undefined;
  const [letter] = Array.isArray(operation.operands) ? (operation.operands as unknown[]) : [];
  const text = typeof letter === "object" && letter !== null && "text" in letter ? letter.text : "";
  return typeof text === "string" && TRANSFORMS.test(text) ? undefined : `\${…@${String(text)}}`;
}
