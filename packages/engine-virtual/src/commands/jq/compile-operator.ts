import { deletePaths } from "./delete-paths.ts";
import { Draft } from "./draft.ts";
import { OPERATIONS } from "./arithmetic.ts";
import type { Compiler } from "./compiler.ts";
import type { Compiled, Frame, Outputs, Place, Places } from "./filter.ts";
import { combined, many, Pause, placed, single } from "./filter.ts";
import type { Json } from "./json.ts";
import { isTrue } from "./json.ts";
import type { Scope } from "./scope.ts";
import type { Filter } from "./syntax.ts";

type Binary = Extract<Filter, { kind: "binary" }>;

/** What no input can make right is wrong before anything runs. */
const isDividedByZero = ({ operator, left, right }: Binary): boolean =>
  operator === "/" && left.kind === "number" && right.kind === "number" && right.value === 0;

export function compileBinary(node: Binary, scope: Scope, compiler: Compiler): Compiled {
  const { operator } = node;
  if (isDividedByZero(node)) throw scope.error("Division by zero?", node.at ?? 0);
  const left = compiler.compile(node.left, scope);
  const right = compiler.compile(node.right, scope);
  const operation = OPERATIONS[operator];
  if (operation !== undefined) {
    return combined([right, left], ([second = null, first = null]) => operation(first, second));
  }
  if (operator === "and" || operator === "or") return logic(operator === "or", left, right);
  if (operator === "//") return alternative(left, right);
  if (operator === "=") return assigned(left, right);
  if (operator === "|=") return updated(left, right);
  return operatedOn(left, right, operator.slice(0, -1));
}

function logic(decides: boolean, left: Compiled, right: Compiled): Compiled {
  if (left.one !== undefined && right.one !== undefined) {
    const [first, second] = [left.one, right.one];
    return single((input, frame) =>
      isTrue(first(input, frame)) === decides ? decides : isTrue(second(input, frame)),
    );
  }
  return many(function* (input, frame) {
    for (const value of left.run(input, frame)) {
      if (value instanceof Pause) yield value;
      else if (isTrue(value) === decides) yield decides;
      else {
        for (const other of right.run(input, frame)) {
          yield other instanceof Pause ? other : isTrue(other);
        }
      }
    }
  });
}

/** `//`: what is neither false nor null of the left; the right where there is none. An error of the left is one, as in jq 1.6. */
function alternative(left: Compiled, right: Compiled): Compiled {
  return placed(
    function* (input, frame) {
      let found = false;
      for (const value of left.run(input, frame)) {
        if (value instanceof Pause || isTrue(value)) yield value;
        found ||= !(value instanceof Pause) && isTrue(value);
      }
      if (!found) yield* right.run(input, frame);
    },
    function* (at, frame) {
      let found = false;
      for (const place of left.places(at, frame)) {
        if (place instanceof Pause || isTrue(place.value)) yield place;
        found ||= !(place instanceof Pause) && isTrue(place.value);
      }
      if (!found) yield* right.places(at, frame);
    },
  );
}

function* pathsOf(
  target: Compiled,
  input: Json,
  frame: Frame,
): Generator<readonly Json[] | Pause, void, undefined> {
  const places: Places = target.places({ path: [], value: input } satisfies Place, frame);
  for (const place of places) yield place instanceof Pause ? place : place.path;
}

/** `a = b`: for each value of the right, all that is on the left is that. */
function assigned(target: Compiled, value: Compiled): Compiled {
  return many(function* (input, frame) {
    for (const wanted of value.run(input, frame)) {
      if (wanted instanceof Pause) {
        yield wanted;
        continue;
      }
      const draft = new Draft(input);
      for (const path of pathsOf(target, input, frame)) {
        if (path instanceof Pause) yield path;
        else draft.set(path, wanted);
      }
      yield draft.whole();
    }
  });
}

type Change = (old: Json, frame: Frame) => Outputs;

/** Changes what is at each of the paths to the first that a filter makes of it, or takes it away. */
function* changed(
  target: Compiled,
  change: Change,
  { input, frame }: { readonly input: Json; readonly frame: Frame },
): Outputs {
  const draft = new Draft(input);
  const gone: (readonly Json[])[] = [];
  for (const path of pathsOf(target, input, frame)) {
    if (path instanceof Pause) {
      yield path;
      continue;
    }
    const old = draft.get(path);
    let isFound = false;
    for (const value of change(old, frame)) {
      if (value instanceof Pause) {
        yield value;
        continue;
      }
      draft.set(path, value);
      isFound = true;
      break;
    }
    if (!isFound) gone.push(path);
  }
  yield deletePaths(draft.whole(), gone);
}

/** `a |= f` */
export function updated(target: Compiled, update: Compiled): Compiled {
  return many((input, frame) => changed(target, update.run, { input, frame }));
}

/** `a += b` and its like: the right side is of the whole's input. */
function operatedOn(target: Compiled, value: Compiled, operator: string): Compiled {
  return many(function* (input, frame) {
    for (const other of value.run(input, frame)) {
      if (other instanceof Pause) {
        yield other;
        continue;
      }
      const change: Change = function* (old) {
        yield operated(operator, old, other);
      };
      yield* changed(target, change, { input, frame });
    }
  });
}

function operated(operator: string, old: Json, other: Json): Json {
  if (operator === "//") return isTrue(old) ? old : other;
  return OPERATIONS[operator]?.(old, other) ?? null;
}
