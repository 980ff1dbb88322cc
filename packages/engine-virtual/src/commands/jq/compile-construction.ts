import { joined } from "./arithmetic.ts";
import { described } from "./described.ts";
import type { Compiler } from "./compiler.ts";
import type { Compiled } from "./filter.ts";
import { combined, many, Pause, single } from "./filter.ts";
import { formatted } from "./formats.ts";
import type { Json } from "./json.ts";
import { JqError } from "./json.ts";
import type { Scope } from "./scope.ts";
import type { Filter } from "./syntax.ts";

type Of<Kind extends Filter["kind"]> = Extract<Filter, { kind: Kind }>;

/** No list may grow longer. */
const MOST = 10_000_000;

export function compileArray(node: Of<"array">, scope: Scope, compiler: Compiler): Compiled {
  if (node.inner === undefined) return single(() => []);
  return collected(compiler.compile(node.inner, scope));
}

/** All outputs in a list. */
export function collected(inner: Compiled): Compiled {
  const { one } = inner;
  if (one !== undefined) return single((input, frame) => [one(input, frame)]);
  return many(function* (input, frame) {
    const values: Json[] = [];
    for (const value of inner.run(input, frame)) {
      if (value instanceof Pause) yield value;
      else if (values.push(value) > MOST) throw new JqError("an array is too big");
    }
    yield values;
  });
}

/** A string: what is inserted in it is as `tostring` has it, or as its format. */
export function compileString(node: Of<"string">, scope: Scope, compiler: Compiler): Compiled {
  const { parts, format = "@text" } = node;
  const [only] = parts;
  if (parts.length === 0) return single(() => "");
  if (parts.length === 1 && typeof only === "string") return single(() => only);
  const filters = parts.map((part) =>
    typeof part === "string" ? single(() => part) : compiler.compile(part, scope),
  );
  // The last one is the slowest to change.
  return combined(filters.toReversed(), (values) =>
    values
      .toReversed()
      .map((value, index) =>
        typeof parts[index] === "string" ? parts[index] : formatted(format, value),
      )
      .reduce(joined, ""),
  );
}

export function compileObject(node: Of<"object">, scope: Scope, compiler: Compiler): Compiled {
  const filters = node.entries.flatMap(({ key, value }) => [
    compiler.compile(key, scope),
    compiler.compile(value, scope),
  ]);
  return combined(filters, (values) => {
    const object = new Map<string, Json>();
    for (let index = 0; index < values.length; index += 2) {
      const key = values[index] ?? null;
      if (typeof key !== "string") {
        throw new JqError(`Cannot use ${described(key)} as object key`);
      }
      object.set(key, values[index + 1] ?? null);
    }
    return object;
  });
}
