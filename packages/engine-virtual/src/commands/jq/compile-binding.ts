import { getKey } from "./access.ts";
import type { Compiler } from "./compiler.ts";
import type { Compiled, Frame, Outputs, Place, Places } from "./filter.ts";
import { Pause, placed } from "./filter.ts";
import type { Json } from "./json.ts";
import { described } from "./described.ts";
import { isArray, isObject, JqError } from "./json.ts";
import type { Scope } from "./scope.ts";
import type { Filter, Pattern } from "./syntax.ts";

type Of<Kind extends Filter["kind"]> = Extract<Filter, { kind: Kind }>;

/** The names that a pattern gives, in the order of their frames. */
function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.kind) {
    case "variable":
      return [pattern.name];
    case "array":
      return pattern.parts.flatMap(namesIn);
    case "object":
      return pattern.parts.flatMap(({ variable, value }) => [
        ...(variable === undefined ? [] : [variable]),
        ...(value === undefined ? [] : namesIn(value)),
      ]);
  }
}

type Bindings = Readonly<Record<string, Json>>;
type Matches = Generator<Bindings | Pause, void, undefined>;

/** Finds what a pattern's names are, for a value. */
type Matcher = (value: Json, input: Json, frame: Frame) => Matches;

function compilePattern(pattern: Pattern, scope: Scope, compiler: Compiler): Matcher {
  if (pattern.kind === "variable") {
    return function* (value) {
      yield { [pattern.name]: value };
    };
  }
  if (pattern.kind === "array") return compileArrayPattern(pattern.parts, scope, compiler);
  const parts = pattern.parts.map(({ key, variable, value }) => ({
    key: compiler.compile(key, scope),
    variable,
    matcher: value === undefined ? undefined : compilePattern(value, scope, compiler),
  }));
  return inTurn(
    parts.map(({ key, variable, matcher }) => {
      return function* (value: Json, input: Json, frame: Frame): Matches {
        for (const wanted of key.run(input, frame)) {
          if (wanted instanceof Pause) yield wanted;
          else yield* field(value, wanted, { variable, matcher, input, frame });
        }
      };
    }),
  );
}

interface FieldWish {
  readonly variable: string | undefined;
  readonly matcher: Matcher | undefined;
  readonly input: Json;
  readonly frame: Frame;
}

function* field(value: Json, key: Json, wish: FieldWish): Matches {
  if (typeof key !== "string") {
    throw new JqError(
      `Cannot index ${isObject(value) ? "object" : "value"} with ${described(key)}`,
    );
  }
  const found = getKey(value, key);
  const { variable, matcher, input, frame } = wish;
  const named: Bindings = variable === undefined ? {} : { [variable]: found };
  if (matcher === undefined) {
    yield named;
    return;
  }
  for (const bindings of matcher(found, input, frame)) {
    yield bindings instanceof Pause ? bindings : { ...named, ...bindings };
  }
}

function compileArrayPattern(parts: readonly Pattern[], scope: Scope, compiler: Compiler): Matcher {
  const matchers = parts.map((part) => compilePattern(part, scope, compiler));
  return inTurn(
    matchers.map((matcher, index) => {
      return function* (value: Json, input: Json, frame: Frame): Matches {
        if (value !== null && !isArray(value)) getKey(value, index);
        yield* matcher(getKey(value, index), input, frame);
      };
    }),
  );
}

/** Every combination of what some matchers find in the same value. */
function inTurn(matchers: readonly Matcher[]): Matcher {
  const [first, ...rest] = matchers;
  if (first === undefined) {
    return function* () {
      yield {};
    };
  }
  const others = inTurn(rest);
  return function* (value, input, frame) {
    for (const bindings of first(value, input, frame)) {
      if (bindings instanceof Pause) {
        yield bindings;
        continue;
      }
      for (const more of others(value, input, frame)) {
        yield more instanceof Pause ? more : { ...bindings, ...more };
      }
    }
  };
}

interface Bound {
  readonly scope: Scope;
  readonly matchers: readonly Matcher[];
  /** The frame in which the names are what was found; those of other alternatives are null. */
  readonly enter: (bindings: Bindings, frame: Frame) => Frame;
}

function bindPatterns(patterns: readonly Pattern[], scope: Scope, compiler: Compiler): Bound {
  const names = [...new Set(patterns.flatMap(namesIn))];
  return {
    scope: names.reduce((inner, name) => inner.with("variable", name), scope),
    matchers: patterns.map((pattern) => compilePattern(pattern, scope, compiler)),
    enter: (bindings, frame) =>
      names.reduce<Frame>((outer, name) => ({ value: bindings[name] ?? null, outer }), frame),
  };
}

type Body<Output> = (frame: Frame) => Generator<Output | Pause, void, undefined>;

/** Runs something for each way in which a value fits; the next pattern is tried where there is an error. */
function* forEachMatch<Output>(
  bound: Bound,
  { value, input, frame }: { readonly value: Json; readonly input: Json; readonly frame: Frame },
  body: Body<Output>,
): Generator<Output | Pause, void, undefined> {
  const last = bound.matchers.length - 1;
  for (const [index, matcher] of bound.matchers.entries()) {
    try {
      for (const bindings of matcher(value, input, frame)) {
        if (bindings instanceof Pause) yield bindings;
        else yield* body(bound.enter(bindings, frame));
      }
      return;
    } catch (error) {
      if (index === last || !(error instanceof JqError)) throw error;
    }
  }
}

/** `source as pattern | body` */
export function compileBind(node: Of<"bind">, scope: Scope, compiler: Compiler): Compiled {
  const source = compiler.compile(node.source, scope);
  const bound = bindPatterns(node.patterns, scope, compiler);
  const body = compiler.compile(node.body, bound.scope);
  return placed(
    function* (input, frame): Outputs {
      for (const value of source.run(input, frame)) {
        if (value instanceof Pause) yield value;
        else yield* forEachMatch(bound, { value, input, frame }, (inner) => body.run(input, inner));
      }
    },
    function* (at, frame): Places {
      const input = at.value;
      for (const value of source.run(input, frame)) {
        if (value instanceof Pause) yield value;
        else yield* forEachMatch(bound, { value, input, frame }, (inner) => body.places(at, inner));
      }
    },
  );
}

/** `reduce` and `foreach`, over values or over places. */
export function compileFold(
  node: Of<"reduce" | "foreach">,
  scope: Scope,
  compiler: Compiler,
): Compiled {
  const source = compiler.compile(node.source, scope);
  const start = compiler.compile(node.start, scope);
  const bound = bindPatterns(node.patterns, scope, compiler);
  const update = compiler.compile(node.update, bound.scope);
  const extract = compiler.compile(node.extract ?? { kind: "identity" }, bound.scope);
  const parts = { source, bound, isReduce: node.kind === "reduce" };
  return placed(
    (input, frame) =>
      fold<Json>(
        parts,
        { input, frame, starts: start.run(input, frame) },
        {
          none: null,
          update: update.run,
          extract: extract.run,
        },
      ),
    (at, frame) =>
      fold<Place>(
        parts,
        { input: at.value, frame, starts: start.places(at, frame) },
        {
          none: { path: [], value: null },
          update: update.places,
          extract: extract.places,
        },
      ),
  );
}

interface FoldParts {
  readonly source: Compiled;
  readonly bound: Bound;
  readonly isReduce: boolean;
}

interface FoldFrom<State> {
  readonly input: Json;
  readonly frame: Frame;
  readonly starts: Generator<State | Pause, void, undefined>;
}

type Stepper<State> = (state: State, frame: Frame) => Generator<State | Pause, void, undefined>;

interface FoldSteps<State> {
  /** What is left where an update has no output. */
  readonly none: State;
  readonly update: Stepper<State>;
  readonly extract: Stepper<State>;
}

function* fold<State>(
  { source, bound, isReduce }: FoldParts,
  { input, frame, starts }: FoldFrom<State>,
  { none, update, extract }: FoldSteps<State>,
): Generator<State | Pause, void, undefined> {
  for (const start of starts) {
    if (start instanceof Pause) {
      yield start;
      continue;
    }
    let state = start;
    const step = function* (inner: Frame): Generator<State | Pause, void, undefined> {
      let last = isReduce ? none : state;
      for (const next of update(state, inner)) {
        if (next instanceof Pause) yield next;
        else {
          last = next;
          if (!isReduce) yield* extract(next, inner);
        }
      }
      state = last;
    };
    for (const value of source.run(input, frame)) {
      if (value instanceof Pause) yield value;
      else yield* forEachMatch(bound, { value, input, frame }, step);
    }
    if (isReduce) yield state;
  }
}
