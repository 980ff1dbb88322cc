import type { Compiler } from "./compiler.ts";
import type { Closure, Compiled, Frame } from "./filter.ts";
import { combinations, combined, frameAt, Pause, placed, ROOT, single } from "./filter.ts";
import type { Json } from "./json.ts";
import { LONG_NATIVES } from "./long-natives.ts";
import { NATIVES } from "./natives.ts";
import { preludeDefinition, preludeNames } from "./prelude.ts";
import type { Scope, UserFunction } from "./scope.ts";
import { SPECIAL_FUNCTIONS } from "./special-functions.ts";
import { stepped } from "./steps.ts";
import type { Filter } from "./syntax.ts";

type Call = Extract<Filter, { kind: "call" }>;

/** A call: of an argument, of a function of the program, or of one of jq's own. */
export function compileCall(node: Call, scope: Scope, compiler: Compiler): Compiled {
  const found = scope.callable(node.name, node.args.length);
  if (typeof found === "number") return callArgument(found);
  const args = node.args.map((arg) => compiler.compile(arg, scope));
  if (found !== undefined) return callFunction(found, args, { scope, compiler });
  const key = `${node.name}/${node.args.length}`;
  if (key === BUILTINS) return single(builtinNames);
  const special = SPECIAL_FUNCTIONS.get(key);
  if (special !== undefined) return special(args, compiler);
  const native = NATIVES.get(key);
  if (native !== undefined) return combined(args, (values, input) => native(input, ...values));
  const long = LONG_NATIVES.get(key);
  if (long !== undefined) {
    return stepped(args, (values, input) => long(compiler.machine, input, ...values));
  }
  const own = compiler.own(key, () => preludeDefinition(key));
  if (own === undefined) throw scope.error(`${key} is not defined`, node.at);
  return callFunction(own, args, { scope, compiler });
}

const BUILTINS = "builtins/0";

/** Of all of jq's own functions, but for those that are its own alone. */
function builtinNames(): Json {
  const tables = [SPECIAL_FUNCTIONS, NATIVES, LONG_NATIVES];
  const names = [BUILTINS, ...tables.flatMap((table) => [...table.keys()]), ...preludeNames()];
  return names.filter((name) => !name.startsWith("_"));
}

const NO_CLOSURE: Closure = { filter: single(() => null), frame: ROOT };

const closureAt = (frame: Frame, hops: number): Closure =>
  frameAt(frame, hops).closure ?? NO_CLOSURE;

function callArgument(hops: number): Compiled {
  return placed(
    function* (input, frame) {
      const { filter, frame: own } = closureAt(frame, hops);
      yield* filter.run(input, own);
    },
    function* (at, frame) {
      const { filter, frame: own } = closureAt(frame, hops);
      yield* filter.places(at, own);
    },
  );
}

interface From {
  readonly scope: Scope;
  readonly compiler: Compiler;
}

/** The body of a function, compiled once; one that calls itself finds itself here. */
function bodyOf(called: UserFunction, compiler: Compiler): Compiled {
  if (called.compiled !== undefined) return called.compiled;
  const { definition } = called;
  const itself = { actual: NO_CLOSURE.filter };
  called.compiled = placed(
    function* (input, frame) {
      yield* itself.actual.run(input, frame);
    },
    function* (at, frame) {
      yield* itself.actual.places(at, frame);
    },
  );
  const names = definition.parameters.map((name) => name.replace("$", ""));
  const withClosures = names.reduce((inner, name) => inner.with("closure", name), called.scope);
  const scope = valuesWanted(called).reduce(
    (inner, index) => inner.with("variable", names[index] ?? ""),
    withClosures,
  );
  itself.actual = compiler.compile(definition.body, scope);
  called.compiled = itself.actual;
  return itself.actual;
}

/** The parameters whose values are wanted, by their places. */
const valuesWanted = ({ definition }: UserFunction): readonly number[] =>
  definition.parameters.flatMap((name, index) => (name.startsWith("$") ? [index] : []));

function callFunction(
  called: UserFunction,
  args: readonly Compiled[],
  { scope, compiler }: From,
): Compiled {
  const body = bodyOf(called, compiler);
  const hops = scope.depth - called.scope.depth;
  const start = (frame: Frame): Frame =>
    args.reduce<Frame>(
      (outer, filter) => ({ value: null, closure: { filter, frame }, outer }),
      frameAt(frame, hops),
    );
  const values = valuesWanted(called).map((index) => args[index] ?? NO_CLOSURE.filter);
  if (values.length === 0) return callPlainly(body, start);
  return placed(
    function* (input, frame) {
      for (const found of combinations(values, input, frame)) {
        if (found instanceof Pause) yield found;
        else yield* body.run(input, withValues(start(frame), found));
      }
    },
    function* (at, frame) {
      for (const found of combinations(values, at.value, frame)) {
        if (found instanceof Pause) yield found;
        else yield* body.places(at, withValues(start(frame), found));
      }
    },
  );
}

const withValues = (frame: Frame, values: readonly Json[]): Frame =>
  values.reduce<Frame>((outer, value) => ({ value, outer }), frame);

function callPlainly(body: Compiled, start: (frame: Frame) => Frame): Compiled {
  const { one } = body;
  return {
    run: (input, frame) => body.run(input, start(frame)),
    places: (at, frame) => body.places(at, start(frame)),
    ...(one && { one: (input, frame) => one(input, start(frame)) }),
  };
}
