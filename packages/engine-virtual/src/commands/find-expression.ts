import type { FileStatus } from "../files/files.ts";
import type { Running } from "./command.ts";

/** One file that find has come to. */
export interface Found {
  /** As it is shown: below the operand that led to it. */
  readonly shown: string;
  readonly path: string;
  readonly name: string;
  readonly status: FileStatus;
  /** 0 for an operand itself. */
  readonly depth: number;
  /** Set by `-prune`: what is in it is left out. */
  pruned: boolean;
}

/** What is known to be true or false at once, and what takes ticks, as `-exec` does. */
export type Test =
  | { readonly kind: "test"; readonly holds: (found: Found) => boolean }
  | { readonly kind: "action"; readonly run: (found: Found) => Running<boolean> }
  | { readonly kind: "not"; readonly inner: Test }
  | { readonly kind: "and" | "or" | "list"; readonly left: Test; readonly right: Test };

/** Whether the expression holds for a file; its actions are done on the way. */
export function* evaluate(test: Test, found: Found): Running<boolean> {
  switch (test.kind) {
    case "test":
      return test.holds(found);
    case "action":
      return yield* test.run(found);
    case "not":
      return !(yield* evaluate(test.inner, found));
    case "and":
      return (yield* evaluate(test.left, found)) && (yield* evaluate(test.right, found));
    case "or":
      return (yield* evaluate(test.left, found)) || (yield* evaluate(test.right, found));
    case "list":
      yield* evaluate(test.left, found);
      return yield* evaluate(test.right, found);
  }
}

/** The same without a generator, for an expression that has no action: most of a walk is this. */
export function holds(test: Test, found: Found): boolean {
  switch (test.kind) {
    case "test":
      return test.holds(found);
    case "not":
      return !holds(test.inner, found);
    case "and":
      return holds(test.left, found) && holds(test.right, found);
    case "or":
      return holds(test.left, found) || holds(test.right, found);
    case "list":
      holds(test.left, found);
      return holds(test.right, found);
    case "action":
      throw new TypeError("an action needs ticks");
  }
}

export function hasAction(test: Test): boolean {
  switch (test.kind) {
    case "action":
      return true;
    case "test":
      return false;
    case "not":
      return hasAction(test.inner);
    default:
      return hasAction(test.left) || hasAction(test.right);
  }
}
