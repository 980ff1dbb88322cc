import { runNested } from "../../shell/run/nested.ts";
import { AwkArray } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import type { Code, Locals, Signal } from "./code.ts";
import { allOf, Leaving, plain, SIGNALS, slow, withOne } from "./code.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import type { Machine } from "./machine.ts";
import type { Expression, Program, UserFunction } from "./syntax.ts";
import type { Value } from "./value.ts";

/** How deep functions may call each other: the memory is everybody's. */
const DEEPEST = 10_000;

interface Unit {
  readonly definition: UserFunction;
  body: Code<Signal> | undefined;
}

type CompileBody = (definition: UserFunction) => Code<Signal>;

/** The functions of a program, and calls of them. */
export class FunctionCalls {
  readonly #machine: Machine;
  readonly #units = new Map<string, Unit>();

  constructor(machine: Machine, { functions }: Program) {
    this.#machine = machine;
    for (const [name, definition] of functions) {
      this.#units.set(name, { definition, body: undefined });
    }
  }

  /** Compiles all bodies; those that are called by others may come later. */
  compileBodies(compile: CompileBody): void {
    for (const unit of this.#units.values()) unit.body ??= compile(unit.definition);
  }

  compile(node: Extract<Expression, { kind: "call" }>, compiler: ExpressionCompiler): Code {
    const unit = this.#units.get(node.name);
    if (unit === undefined) throw new AwkError(`function ${node.name} never defined`);
    const { parameters } = unit.definition;
    if (node.args.length > parameters.length) {
      throw new AwkError(`function ${node.name} called with too many args`);
    }
    const frame = this.#frame(node, unit.definition, compiler);
    return compiler.scope.analysis.isSlow(node.name)
      ? this.#slowCall(unit, frame)
      : this.#plainCall(unit, frame);
  }

  #frame(
    { args }: Extract<Expression, { kind: "call" }>,
    definition: UserFunction,
    compiler: ExpressionCompiler,
  ): Code<Locals> {
    const { analysis } = compiler.scope;
    const isArray = definition.parameters.map((_, index) =>
      analysis.isArrayParameter(definition, index),
    );
    const given = args.map((arg, index) => argument(arg, isArray[index] === true, compiler));
    return withOne(allOf(given), (values) =>
      isArray.map((one, index) => values[index] ?? (one ? new AwkArray() : undefined)),
    );
  }

  #enter(): void {
    this.#machine.depth += 1;
    if (this.#machine.depth > DEEPEST) {
      throw new AwkError(`function calls are nested more than ${DEEPEST} deep`);
    }
  }

  #leave(signal: Signal): Value {
    const { returned } = this.#machine;
    this.#machine.depth -= 1;
    this.#machine.returned = undefined;
    if (signal !== SIGNALS.none && signal !== SIGNALS.return) throw new Leaving(signal);
    return returned;
  }

  #plainCall(unit: Unit, frame: Code<Locals>): Code {
    return withOne(frame, (locals) => {
      const { body } = unit;
      if (body?.isPlain !== true) throw new AwkError("a function is not what it was taken for");
      this.#enter();
      return this.#leave(body.run(locals));
    });
  }

  #slowCall(unit: Unit, frame: Code<Locals>): Code {
    const machine = this.#machine;
    const enter = (): void => this.#enter();
    const leave = (signal: Signal): Value => this.#leave(signal);
    return slow(function* (outer) {
      const locals = frame.isPlain ? frame.run(outer) : yield* frame.run(outer);
      enter();
      if (machine.isTime()) yield;
      const { body } = unit;
      if (body === undefined) return undefined;
      return leave(body.isPlain ? body.run(locals) : yield* runNested(body.run(locals)));
    });
  }
}

function argument(
  node: Expression,
  isArray: boolean,
  compiler: ExpressionCompiler,
): Code<Value | AwkArray> {
  if (!isArray) return compiler.compile(node);
  const array = compiler.arrayNamed(node);
  if (array === undefined) throw new AwkError("type error: an array is wanted as an argument");
  return plain(array);
}
