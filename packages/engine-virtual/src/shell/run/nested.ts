import type { Nested, Running, Tick } from "../../commands/command.ts";

/** Runs something whose depth is the script's, without a place on Node's own stack for each level. */
export function* runNested(running: Running<number>): Running<number> {
  const nested: Nested = { nested: running, result: 0 };
  yield nested;
  return nested.result;
}

function isNested(tick: Tick): tick is Nested {
  return typeof tick === "object" && "nested" in tick;
}

type Step = IteratorResult<Exclude<Tick, Nested>, number>;

/** A piece of work with all that is nested in it, driven from outside. */
export class Unnested {
  readonly #stack: { readonly running: Running<number>; readonly of: Nested | undefined }[];

  constructor(running: Running<number>) {
    this.#stack = [{ running, of: undefined }];
  }

  next(): Step {
    for (;;) {
      const step = this.#step();
      if (step.done === true) {
        const ended = this.#stack.pop();
        if (ended?.of === undefined) return step;
        ended.of.result = step.value;
      } else if (isNested(step.value)) {
        this.#stack.push({ running: step.value.nested, of: step.value });
      } else {
        return { done: false, value: step.value };
      }
    }
  }

  /** Ends all of it, the innermost first, so that `finally` blocks run. */
  return(): void {
    for (let top = this.#stack.pop(); top !== undefined; top = this.#stack.pop()) {
      top.running.return(0);
    }
  }

  /** An error goes outwards from level to level, until one of them catches it. */
  #step(): IteratorResult<Tick, number> {
    const top = this.#stack.at(-1);
    if (top === undefined) return { done: true, value: 0 };
    try {
      return top.running.next();
    } catch (error) {
      return this.#throwOutwards(error);
    }
  }

  #throwOutwards(first: unknown): IteratorResult<Tick, number> {
    let error = first;
    for (;;) {
      this.#stack.pop();
      const outer = this.#stack.at(-1);
      if (outer === undefined) throw error;
      try {
        return outer.running.throw(error);
      } catch (next) {
        error = next;
      }
    }
  }
}
