import type { Compiler } from "./compiler.ts";
import type { Compiled, Frame } from "./filter.ts";
import { BreakError, frameAt, Pause, placed, single } from "./filter.ts";
import { isTrue, JqError } from "./json.ts";
import type { Scope } from "./scope.ts";
import type { Filter } from "./syntax.ts";

type Of<Kind extends Filter["kind"]> = Extract<Filter, { kind: Kind }>;

export function compilePipe(
  { left, right }: Of<"pipe" | "comma">,
  scope: Scope,
  compiler: Compiler,
): Compiled {
  return piped(compiler.compile(left, scope), compiler.compile(right, scope));
}

export function piped(first: Compiled, second: Compiled): Compiled {
  const { places } = placed(first.run, function* (at, frame) {
    for (const place of first.places(at, frame)) {
      if (place instanceof Pause) yield place;
      else yield* second.places(place, frame);
    }
  });
  if (first.one !== undefined && second.one !== undefined) {
    const [one, other] = [first.one, second.one];
    return { ...single((input, frame) => other(one(input, frame), frame)), places };
  }
  return placed(function* (input, frame) {
    for (const value of first.run(input, frame)) {
      if (value instanceof Pause) yield value;
      else if (second.one !== undefined) yield second.one(value, frame);
      else yield* second.run(value, frame);
    }
  }, places);
}

export function compileComma(
  { left, right }: Of<"pipe" | "comma">,
  scope: Scope,
  compiler: Compiler,
): Compiled {
  const [first, second] = [compiler.compile(left, scope), compiler.compile(right, scope)];
  return placed(
    function* (input, frame) {
      yield* first.run(input, frame);
      yield* second.run(input, frame);
    },
    function* (at, frame) {
      yield* first.places(at, frame);
      yield* second.places(at, frame);
    },
  );
}

export function compileIf(node: Of<"if">, scope: Scope, compiler: Compiler): Compiled {
  const test = compiler.compile(node.test, scope);
  const yes = compiler.compile(node.yes, scope);
  const no = compiler.compile(node.no ?? { kind: "identity" }, scope);
  const { places, run } = placed(
    function* (input, frame) {
      for (const value of test.run(input, frame)) {
        if (value instanceof Pause) yield value;
        else yield* (isTrue(value) ? yes : no).run(input, frame);
      }
    },
    function* (at, frame) {
      for (const value of test.run(at.value, frame)) {
        if (value instanceof Pause) yield value;
        else yield* (isTrue(value) ? yes : no).places(at, frame);
      }
    },
  );
  if (test.one === undefined || yes.one === undefined || no.one === undefined) {
    return { run, places };
  }
  const [asked, first, second] = [test.one, yes.one, no.one];
  const one = single((input, frame) =>
    isTrue(asked(input, frame)) ? first(input, frame) : second(input, frame),
  );
  return { ...one, places };
}

/** What is done with an error: nothing more, or a filter gets what was thrown. */
export function compileTry(node: Of<"try">, scope: Scope, compiler: Compiler): Compiled {
  const body = compiler.compile(node.body, scope);
  const caught = node.caught === undefined ? undefined : compiler.compile(node.caught, scope);
  return placed(
    function* (input, frame) {
      try {
        yield* body.run(input, frame);
      } catch (error) {
        if (!(error instanceof JqError)) throw error;
        if (caught !== undefined) yield* caught.run(error.value, frame);
      }
    },
    function* (at, frame) {
      try {
        yield* body.places(at, frame);
      } catch (error) {
        if (!(error instanceof JqError)) throw error;
        if (caught !== undefined) yield* caught.places({ path: [], value: error.value }, frame);
      }
    },
  );
}

export function compileLabel(node: Of<"label">, scope: Scope, compiler: Compiler): Compiled {
  const body = compiler.compile(node.body, scope.with("label", node.name));
  return labelled(body);
}

/** Runs a filter that has a label of its own. */
export function labelled(body: Compiled): Compiled {
  const leave = (error: unknown, label: Frame): void => {
    if (!(error instanceof BreakError) || error.label !== label) throw error;
  };
  return placed(
    function* (input, outer) {
      const label: Frame = { value: null, outer };
      try {
        yield* body.run(input, label);
      } catch (error) {
        leave(error, label);
      }
    },
    function* (at, outer) {
      const label: Frame = { value: null, outer };
      try {
        yield* body.places(at, label);
      } catch (error) {
        leave(error, label);
      }
    },
  );
}

export function compileBreak({ at, name }: Of<"break">, scope: Scope): Compiled {
  const hops = scope.hopsTo("label", name);
  if (hops === undefined) {
    throw scope.error(`$*label-${name.slice(1)} is not defined`, at);
  }
  return single((_, frame) => {
    throw new BreakError(frameAt(frame, hops));
  });
}
