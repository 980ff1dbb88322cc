import type { Running } from "../command.ts";
import type { Code, Locals, Signal } from "./code.ts";
import { constant, evaluate, SIGNALS, slow } from "./code.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import { elementsInOrder } from "./element-order.ts";
import type { Expression, Statement } from "./syntax.ts";
import { InputText } from "./value.ts";

/** What a loop needs of whoever compiles statements. */
interface Statements {
  readonly expressions: ExpressionCompiler;
  compile(node: Statement): Code<Signal>;
  test(node: Expression): Code<boolean>;
}

type Of<Kind extends Statement["kind"]> = Extract<Statement, { kind: Kind }>;

interface Loop {
  readonly start: Code<Signal>;
  readonly test: Code<boolean>;
  readonly step: Code<Signal>;
  readonly body: Code<Signal>;
  /** Whether the body comes before the first test. */
  readonly isLate: boolean;
}

const NOTHING: Code<Signal> = constant(SIGNALS.none);
const ALWAYS: Code<boolean> = constant(true);

function loopOf(node: Of<"while" | "do" | "for">, statements: Statements): Loop {
  const body = statements.compile(node.body);
  if (node.kind !== "for") {
    const test = statements.test(node.test);
    return { start: NOTHING, test, step: NOTHING, body, isLate: node.kind === "do" };
  }
  const { start, test, step } = node;
  return {
    start: start === undefined ? NOTHING : statements.compile(start),
    test: test === undefined ? ALWAYS : statements.test(test),
    step: step === undefined ? NOTHING : statements.compile(step),
    body,
    isLate: false,
  };
}

/** Whether a signal ends a loop, and what the loop then ends with. */
const endOf = (signal: Signal): Signal | undefined => {
  if (signal === SIGNALS.none || signal === SIGNALS.continue) return undefined;
  return signal === SIGNALS.break ? SIGNALS.none : signal;
};

/** `while`, `do` and `for`: with a tick now and then, however little the body does. */
export function compileLoop(
  node: Of<"while" | "do" | "for">,
  statements: Statements,
): Code<Signal> {
  const loop = loopOf(node, statements);
  const { machine } = statements.expressions.scope;
  return slow(function* (locals): Running<Signal> {
    const { start, test, step, body } = loop;
    yield* evaluate(start, locals);
    let isTested = !loop.isLate;
    for (;;) {
      if (isTested && !(test.isPlain ? test.run(locals) : yield* test.run(locals))) {
        return SIGNALS.none;
      }
      isTested = true;
      const signal = body.isPlain ? body.run(locals) : yield* body.run(locals);
      if (signal !== SIGNALS.none) {
        const end = endOf(signal);
        if (end !== undefined) return end;
      }
      if (step.isPlain) step.run(locals);
      else yield* step.run(locals);
      if (machine.isTime()) yield;
    }
  });
}

/** `for (key in array)`: through the keys that it has at the start. */
export function compileForIn(node: Of<"for-in">, statements: Statements): Code<Signal> {
  const { scope } = statements.expressions;
  const { machine } = scope;
  const array = scope.array(node.array);
  const { key: place, set } = statements.expressions.target(node.variable);
  const body = statements.compile(node.body);
  return slow(function* (locals: Locals): Running<Signal> {
    const order = machine.loopOrder;
    const keys =
      order === ""
        ? yield* array(locals).keys()
        : (yield* elementsInOrder(array(locals), order, machine.format)).map(({ key }) => key);
    for (const key of keys) {
      set(locals, yield* evaluate(place, locals), new InputText(key));
      const end = endOf(yield* evaluate(body, locals));
      if (end !== undefined) return end;
      if (machine.isTime()) yield;
    }
    return SIGNALS.none;
  });
}
