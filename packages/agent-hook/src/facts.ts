import type { PathTarget } from "@agent-sandbox/policy/decide";

import type { Asked, AskedPath, PathOperation } from "./asked.ts";

/** What is known of each path that a call asks for: none or several for a pattern. */
export type Facts = ReadonlyMap<string, readonly PathTarget[]>;

export interface AskedFile {
  readonly operation: PathOperation;
  readonly target: AskedPath;
}

/** Of what is deleted the last part is not followed, so that it has facts of its own. */
export function factKey({ operation, target: { path, how } }: AskedFile): string {
  return `${operation === "delete" ? "delete" : "use"} ${how} ${path}`;
}

export function factsOf(facts: Facts, file: AskedFile): readonly PathTarget[] {
  return facts.get(factKey(file)) ?? [];
}

export function filesIn(asked: readonly Asked[]): readonly AskedFile[] {
  return asked.flatMap((one) => ("target" in one ? [one] : []));
}
