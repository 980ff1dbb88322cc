import { RE2JS } from "re2js";

import { LimitError } from "../files/errors.ts";
import { ExpressionError } from "./syntax.ts";

/** Compiles for the linear engine, which refuses what has too many states. */
export function compileLinear(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch {
    throw new ExpressionError("Regular expression too big");
  }
}

/** What is longer may be refused. */
const SURE = 4_096;

/** Compiles for JavaScript's engine, which refuses what is long when it is first used. */
export function compileNative(source: string, flags: string): RegExp {
  try {
    const compiled = new RegExp(source, flags);
    if (source.length <= SURE) return compiled;
    compiled.test("");
    compiled.test("\u0100");
    compiled.lastIndex = 0;
    return compiled;
  } catch {
    throw new ExpressionError("Regular expression too big");
  }
}

/** Compiles for the linear engine when a text turns out too long for the other engine: what this one refuses is then a limit. */
export function compileLate(compile: () => RE2JS, longest: number): RE2JS {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new LimitError("maxSearchLength", longest);
  }
}
