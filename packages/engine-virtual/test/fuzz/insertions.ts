import { parseScript, ShellSyntaxError } from "@agent-sandbox/shell-syntax";

import { nodesIn } from "../../src/shell/run/nodes-in.ts";

export interface Insertion {
  readonly at: number;
  readonly added: string;
}

/** All that a script holds; nothing where it is none. */
export function nodesOf(script: string): readonly { readonly type: unknown }[] {
  try {
    return [...nodesIn(parseScript(script))];
  } catch (error) {
    if (error instanceof ShellSyntaxError) return [];
    throw error;
  }
}

export function inserted(script: string, insertions: readonly Insertion[]): string {
  return insertions
    .toSorted((one, another) => another.at - one.at)
    .reduce((text, { added, at }) => text.slice(0, at) + added + text.slice(at), script);
}
