import type { AwkArray } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import { OPERATORS, powerOf, RELATIONS } from "./arithmetic.ts";
import type { Code, Locals } from "./code.ts";
import { allOf, constant, evaluate, plain, slow, withOne, withTwo } from "./code.ts";
import type { FunctionCalls } from "./compile-call.ts";
import { compileGetline } from "./compile-getline.ts";
import { compileBuiltin } from "./builtin-functions.ts";
import type { Scope } from "./scope.ts";
import type { Expression, Target } from "./syntax.ts";
import type { Value } from "./value.ts";
import { isTrue, toNumber } from "./value.ts";
import { joined } from "../text-builder.ts";
import type { TextSearch } from "../../regex/text-search.ts";

/** Where a value goes, once its subscript or its number is known. */
export interface CompiledTarget {
  readonly key: Code;
  readonly get: (locals: Locals, key: Value) => Value;
  readonly set: (locals: Locals, key: Value, value: Value) => void;
}

/** Compiles expressions to functions and generators. */
export class ExpressionCompiler {
  readonly scope: Scope;
  readonly #calls: FunctionCalls;

  constructor(scope: Scope, calls: FunctionCalls) {
    this.scope = scope;
    this.#calls = calls;
  }

  compile(node: Expression): Code {
    switch (node.kind) {
      case "number":
      case "string":
        return constant<Value>(node.value);
      case "variable":
      case "element":
      case "field":
        return this.#read(node);
      case "binary":
        return this.#binary(node);
      case "logic":
        return this.#logic(node);
      case "condition":
        return this.#condition(node);
      case "unary":
        return this.#unary(node);
      default:
        return this.#rarer(node);
    }
  }

  #rarer(
    node: Exclude<
      Expression,
      { kind: "number" | "string" | "binary" | "logic" | "condition" | "unary" } | Target
    >,
  ): Code {
    switch (node.kind) {
      case "regex":
        return this.#recordMatches(node.source);
      case "assign":
        return this.#assign(node);
      case "step":
        return this.#step(node);
      case "match":
        return this.#match(node);
      case "in":
        return this.#isIn(node);
      case "group":
        return this.compile(onlyPart(node.parts));
      case "call":
        return this.#calls.compile(node, this);
      case "builtin":
        return compileBuiltin(node, this);
      case "getline":
        return compileGetline(node, this);
    }
  }

  #recordMatches(source: string): Code {
    const { patterns, record } = this.scope.machine;
    return withOne(patterns.code(source), (search): Value => (search.test(record.text) ? 1 : 0));
  }

  /** What an expression says as a pattern: its own source, or what its value is. */
  pattern(node: Expression): Code<TextSearch> {
    const { patterns } = this.scope.machine;
    if (node.kind === "regex") return patterns.code(node.source);
    return withOne(this.compile(node), (value) => patterns.get(this.scope.machine.text(value)));
  }

  /** Whether it is true. */
  test(node: Expression): Code<boolean> {
    return withOne(this.compile(node), isTrue);
  }

  #read(node: Target): Code {
    if (node.kind === "variable") return plain(this.scope.place(node.name).get);
    if (node.kind === "field" && node.number.kind === "number") {
      const { record } = this.scope.machine;
      const { value } = node.number;
      return plain(() => record.get(value));
    }
    const { key, get } = this.target(node);
    return withOne(key, (value, locals) => get(locals, value));
  }

  target(node: Target): CompiledTarget {
    if (node.kind === "element") return this.#element(node);
    if (node.kind === "field") {
      const { record } = this.scope.machine;
      return {
        key: this.compile(node.number),
        get: (_, key) => record.get(toNumber(key)),
        set: (_, key, value) => record.set(toNumber(key), value),
      };
    }
    const { get, set } = this.scope.place(node.name);
    return { key: constant<Value>(undefined), get, set: (locals, _, value) => set(locals, value) };
  }

  #element({ array, subscripts }: Extract<Target, { kind: "element" }>): CompiledTarget {
    const find = this.scope.array(array);
    const { machine } = this.scope;
    return {
      key: this.subscript(subscripts),
      get: (locals, key) => find(locals).get(machine.key(key)),
      set: (locals, key, value) => find(locals).set(machine.key(key), value),
    };
  }

  /** Several subscripts are one, with SUBSEP between. */
  subscript(subscripts: readonly Expression[]): Code {
    const [only] = subscripts;
    if (only !== undefined && subscripts.length === 1) return this.compile(only);
    const { machine } = this.scope;
    return withOne(allOf(subscripts.map((one) => this.compile(one))), (values): Value =>
      values.map((value) => machine.text(value)).join(machine.subscriptSeparator),
    );
  }

  #isIn({ array, subscripts }: Extract<Expression, { kind: "in" }>): Code {
    const find = this.scope.array(array);
    const { machine } = this.scope;
    return withOne(this.subscript(subscripts), (key, locals): Value =>
      find(locals).has(machine.key(key)) ? 1 : 0,
    );
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: "binary" }>): Code {
    const [first, second] = [this.compile(left), this.compile(right)];
    if (operator === " ") return this.#joined(first, second);
    const relation = RELATIONS[operator];
    if (relation !== undefined) return this.#relation(relation, first, second);
    const work = OPERATORS[operator] ?? powerOf;
    return withTwo(first, second, (a, b): Value =>
      typeof a === "number" && typeof b === "number" ? work(a, b) : work(toNumber(a), toNumber(b)),
    );
  }

  #relation(relation: (left: number, right: number) => boolean, first: Code, second: Code): Code {
    const { machine } = this.scope;
    return withTwo(first, second, (a, b): Value => {
      const areNumbers = typeof a === "number" && typeof b === "number";
      const holds = areNumbers ? relation(a, b) : relation(machine.compare(a, b), 0);
      return holds ? 1 : 0;
    });
  }

  #joined(first: Code, second: Code): Code {
    const { machine } = this.scope;
    return withTwo<Value, Value, Value>(first, second, (a, b) =>
      joined(machine.text(a), machine.text(b)),
    );
  }

  #logic({ operator, left, right }: Extract<Expression, { kind: "logic" }>): Code {
    const [first, second] = [this.test(left), this.test(right)];
    const decides = operator === "||";
    if (first.isPlain && second.isPlain) {
      const [one, other] = [first.run, second.run];
      return plain<Value>((locals) =>
        one(locals) === decides ? Number(decides) : Number(other(locals)),
      );
    }
    return slow<Value>(function* (locals) {
      if ((yield* evaluate(first, locals)) === decides) return Number(decides);
      return Number(yield* evaluate(second, locals));
    });
  }

  #condition({ test, yes, no }: Extract<Expression, { kind: "condition" }>): Code {
    const decided = this.test(test);
    const [first, second] = [this.compile(yes), this.compile(no)];
    if (decided.isPlain && first.isPlain && second.isPlain) {
      const [asked, one, other] = [decided.run, first.run, second.run];
      return plain((locals) => (asked(locals) ? one(locals) : other(locals)));
    }
    return slow(function* (locals) {
      return yield* evaluate((yield* evaluate(decided, locals)) ? first : second, locals);
    });
  }

  #unary({ operator, operand }: Extract<Expression, { kind: "unary" }>): Code {
    if (operator === "!") {
      return withOne(this.test(operand), (value): Value => (value ? 0 : 1));
    }
    const sign = operator === "-" ? -1 : 1;
    return withOne(this.compile(operand), (value): Value => sign * toNumber(value));
  }

  #match({ left, right, negated }: Extract<Expression, { kind: "match" }>): Code {
    const { machine } = this.scope;
    return withTwo(this.compile(left), this.pattern(right), (value, search): Value =>
      search.test(machine.text(value)) === negated ? 0 : 1,
    );
  }

  #assign({ operator, target, value }: Extract<Expression, { kind: "assign" }>): Code {
    const given = this.compile(value);
    const work = OPERATORS[operator.slice(0, -1)] ?? powerOf;
    if (target.kind === "variable") return this.#assignVariable(target.name, given, operator);
    const { key, get, set } = this.target(target);
    if (operator === "=") {
      return withTwo(key, given, (place, wanted, locals) => {
        set(locals, place, wanted);
        return wanted;
      });
    }
    return withTwo(key, given, (place, other, locals): Value => {
      const result = work(toNumber(get(locals, place)), toNumber(other));
      set(locals, place, result);
      return result;
    });
  }

  /** The same where no subscript is to be found first. */
  #assignVariable(name: string, given: Code, operator: string): Code {
    const { get, set } = this.scope.place(name);
    if (operator === "=") {
      return withOne(given, (wanted, locals) => {
        set(locals, wanted);
        return wanted;
      });
    }
    const work = OPERATORS[operator.slice(0, -1)] ?? powerOf;
    return withOne(given, (other, locals): Value => {
      const result = work(toNumber(get(locals)), toNumber(other));
      set(locals, result);
      return result;
    });
  }

  #step({ target, delta, isPrefix }: Extract<Expression, { kind: "step" }>): Code {
    if (target.kind === "variable") {
      const { get, set } = this.scope.place(target.name);
      return plain<Value>((locals) => {
        const before = toNumber(get(locals));
        set(locals, before + delta);
        return isPrefix ? before + delta : before;
      });
    }
    const { key, get, set } = this.target(target);
    return withOne(key, (place, locals): Value => {
      const before = toNumber(get(locals, place));
      set(locals, place, before + delta);
      return isPrefix ? before + delta : before;
    });
  }

  /** An array that is named, as an argument; `undefined` where it is none. */
  arrayNamed(node: Expression | undefined): ((locals: Locals) => AwkArray) | undefined {
    return node?.kind === "variable" && this.scope.isArray(node.name)
      ? this.scope.array(node.name)
      : undefined;
  }
}

function onlyPart([only, ...others]: readonly Expression[]): Expression {
  if (only === undefined || others.length > 0) throw new AwkError("syntax error at or near ,");
  return only;
}
