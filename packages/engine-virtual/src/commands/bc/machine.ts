import type { Running } from "../command.ts";
import { ALWAYS, type BuiltinFunction, LIBRARY } from "./builtin-functions.ts";
import { numberText, readNumber } from "./digits.ts";
import type { Decimal } from "./number.ts";
import {
  added,
  BcError,
  compared,
  divided,
  integer,
  multiplied,
  negated,
  ONE,
  raised,
  remainder,
  subtracted,
  ZERO,
} from "./number.ts";
import type { BcPrinter } from "./printer.ts";
import type { Argument, BcFunction, Expression, Place, Statement } from "./syntax.ts";
import { BcVariables } from "./variables.ts";

const DEEPEST = 400;
const STEPS = 500;

/** The program has ended itself. */
export class BcQuit extends Error {
  override readonly name = "BcQuit";
}

type Flow = "next" | "break" | "continue" | "return";

const RELATIONS: Readonly<Record<string, (order: number) => boolean>> = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

type OfTwo = Extract<Expression, { kind: "operation" | "relation" | "logic" }>;
type Operation = (a: Decimal, b: Decimal, scale: number) => Decimal;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  "+": added,
  "-": subtracted,
  "*": multiplied,
  "/": divided,
  "%": remainder,
  "^": raised,
};

const isTrue = ({ value }: Decimal): boolean => value !== 0n;
const truth = (is: boolean): Decimal => (is ? ONE : ZERO);

/** Runs the statements of a program. */
export class BcMachine {
  readonly #printer: BcPrinter;
  readonly #variables = new BcVariables();
  readonly #hasLibrary: boolean;
  #steps = 0;
  #depth = 0;
  #returned = ZERO;
  #function = "(main)";

  constructor(printer: BcPrinter, hasLibrary: boolean) {
    this.#printer = printer;
    this.#hasLibrary = hasLibrary;
    if (hasLibrary) this.#variables.scale = 20;
  }

  /** Which function runs: for what is said of an error. */
  get function(): string {
    return this.#function;
  }

  *line(items: readonly (Statement | BcFunction)[]): Running<void> {
    this.#depth = 0;
    this.#function = "(main)";
    for (const item of items) {
      if (item.kind === "define") this.#variables.functions.set(item.name, item);
      else yield* this.#run(item);
    }
  }

  *#run(statement: Statement): Running<Flow> {
    this.#steps += 1;
    if (this.#steps % STEPS === 0) yield;
    switch (statement.kind) {
      case "expression":
        yield* this.#show(statement.value);
        return "next";
      case "block":
        return yield* this.#all(statement.body);
      case "if": {
        const branch = isTrue(yield* this.#value(statement.condition))
          ? statement.yes
          : statement.no;
        return branch === undefined ? "next" : yield* this.#run(branch);
      }
      case "loop":
        return yield* this.#loop(statement);
      case "return":
        this.#returned = statement.value === undefined ? ZERO : yield* this.#value(statement.value);
        return "return";
      default:
        return yield* this.#simple(statement);
    }
  }

  *#simple(statement: Statement): Running<Flow> {
    switch (statement.kind) {
      case "string":
        this.#printer.text(statement.text);
        return "next";
      case "print":
        for (const part of statement.parts) {
          if ("kind" in part) this.#print(yield* this.#value(part));
          else this.#printer.escaped(part.text);
        }
        return "next";
      case "break":
      case "continue":
        return statement.kind;
      case "halt":
      case "quit":
        throw new BcQuit();
      default:
        return "next";
    }
  }

  *#all(statements: readonly Statement[]): Running<Flow> {
    for (const statement of statements) {
      const flow = yield* this.#run(statement);
      if (flow !== "next") return flow;
    }
    return "next";
  }

  *#loop({ start, condition, step, body }: Extract<Statement, { kind: "loop" }>): Running<Flow> {
    if (start !== undefined) yield* this.#value(start);
    while (condition === undefined || isTrue(yield* this.#value(condition))) {
      const flow = yield* this.#run(body);
      if (flow === "return") return flow;
      if (flow === "break") return "next";
      if (step !== undefined) yield* this.#value(step);
    }
    return "next";
  }

  #print(number: Decimal): void {
    this.#printer.number(numberText(number, this.#variables.obase));
    this.#variables.set("last", number);
  }

  /** An expression on its own shows its value, but for assignments. */
  *#show(expression: Expression): Running<void> {
    const value = yield* this.#value(expression);
    if (expression.kind === "assign") return;
    const isVoid =
      expression.kind === "call" && this.#variables.functions.get(expression.name)?.isVoid === true;
    if (isVoid) return;
    this.#print(value);
    this.#printer.text("\n");
  }

  *#value(expression: Expression): Running<Decimal> {
    switch (expression.kind) {
      case "number":
        return readNumber(expression.text, this.#variables.ibase);
      case "variable":
        return this.#variables.get(expression.name);
      case "element":
        return this.#variables.element(expression.name, yield* this.#value(expression.index));
      case "group":
        return yield* this.#value(expression.of);
      case "negative":
        return negated(yield* this.#value(expression.of));
      case "not":
        return truth(!isTrue(yield* this.#value(expression.of)));
      case "call":
        return yield* this.#call(expression.name, expression.args);
      default:
        return yield* this.#combined(expression);
    }
  }

  *#combined(expression: Expression): Running<Decimal> {
    switch (expression.kind) {
      case "operation":
      case "relation":
      case "logic":
        return yield* this.#ofTwo(expression);
      case "assign":
        return yield* this.#assign(expression);
      case "step":
        return yield* this.#step(expression);
      default:
        return ZERO;
    }
  }

  *#ofTwo({ kind, sign, left, right }: OfTwo): Running<Decimal> {
    const [one, two] = [yield* this.#value(left), yield* this.#value(right)];
    if (kind === "operation") return this.#operated(sign, one, two);
    if (kind === "relation") return truth(RELATIONS[sign]?.(compared(one, two)) ?? false);
    return truth(sign === "&&" ? isTrue(one) && isTrue(two) : isTrue(one) || isTrue(two));
  }

  #operated(sign: string, left: Decimal, right: Decimal): Decimal {
    return OPERATIONS[sign]?.(left, right, this.#variables.scale) ?? ZERO;
  }

  *#assign({ sign, place, value }: Extract<Expression, { kind: "assign" }>): Running<Decimal> {
    const index = yield* this.#indexOf(place);
    const given = yield* this.#value(value);
    const all =
      sign === "=" ? given : this.#operated(sign.charAt(0), this.#read(place, index), given);
    this.#write(place, index, all);
    return all;
  }

  *#step({ place, by, isBehind }: Extract<Expression, { kind: "step" }>): Running<Decimal> {
    const index = yield* this.#indexOf(place);
    const before = this.#read(place, index);
    const after = added(before, integer(by));
    this.#write(place, index, after);
    return isBehind ? before : after;
  }

  *#indexOf(place: Place): Running<Decimal> {
    return place.kind === "element" ? yield* this.#value(place.index) : ZERO;
  }

  #read({ kind, name }: Place, index: Decimal): Decimal {
    return kind === "element" ? this.#variables.element(name, index) : this.#variables.get(name);
  }

  #write({ kind, name }: Place, index: Decimal, value: Decimal): void {
    if (kind === "element") this.#variables.setElement(name, index, value);
    else this.#variables.set(name, value);
  }

  *#call(name: string, args: readonly Argument[]): Running<Decimal> {
    const own = this.#variables.functions.get(name);
    const native = own === undefined ? this.#nativeOf(name) : undefined;
    const values: (Decimal | string)[] = [];
    for (const arg of args) values.push(arg.kind === "array" ? arg.name : yield* this.#value(arg));
    if (own !== undefined) return yield* this.#callOwn(own, values);
    if (native === undefined) throw new BcError(`Function ${name} not defined.`);
    const numbers = values.filter((value) => typeof value !== "string");
    if (numbers.length !== native.count) throw new BcError("Parameter number mismatch");
    return native.run(numbers, this.#variables.scale);
  }

  #nativeOf(name: string): BuiltinFunction | undefined {
    return ALWAYS.get(name) ?? (this.#hasLibrary ? LIBRARY.get(name) : undefined);
  }

  *#callOwn(called: BcFunction, values: readonly (Decimal | string)[]): Running<Decimal> {
    const { name, parameters, locals, body } = called;
    if (parameters.length !== values.length) throw new BcError("Parameter number mismatch");
    if (this.#depth >= DEEPEST) throw new BcError("functions call each other too deep here");
    const caller = this.#function;
    const given = parameters.map((parameter, index) => [parameter, values[index] ?? ZERO] as const);
    // A name that no array has: an empty one.
    const fresh = locals.map((local) => [local, local.isArray ? "" : ZERO] as const);
    const saved = this.#variables.enter([...given, ...fresh]);
    this.#depth += 1;
    this.#function = name;
    this.#returned = ZERO;
    try {
      yield* this.#all(body);
      // Only here: after an error it says where that was.
      this.#function = caller;
      return this.#returned;
    } finally {
      this.#depth -= 1;
      this.#variables.leave(saved.toReversed());
      this.#returned = ZERO;
    }
  }
}
