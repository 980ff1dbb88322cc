import type { Running } from "../command.ts";
import { AwkError } from "./awk-error.ts";
import type { Code, Locals, Signal } from "./code.ts";
import { allOf, constant, evaluate, plain, SIGNALS, slow, withOne, withTwo } from "./code.ts";
import { compileForIn, compileLoop } from "./compile-loop.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import type { Expression, Statement } from "./syntax.ts";
import type { Value } from "./value.ts";
import { isTrue, toNumber } from "./value.ts";

type Of<Kind extends Statement["kind"]> = Extract<Statement, { kind: Kind }>;

/** Compiles statements: each gives what it ended with. */
export class StatementCompiler {
  readonly expressions: ExpressionCompiler;
  /** Whether there is a record, so that there is a next one. */
  readonly #hasRecord: boolean;
  #loops = 0;

  constructor(expressions: ExpressionCompiler, hasRecord: boolean) {
    this.expressions = expressions;
    this.#hasRecord = hasRecord;
  }

  compile(node: Statement): Code<Signal> {
    switch (node.kind) {
      case "block":
        return this.#block(node.body);
      case "expression":
        return withOne(this.expressions.compile(node.expression), () => SIGNALS.none);
      case "print":
      case "printf":
        return this.#print(node);
      case "if":
        return this.#if(node);
      case "jump":
        return this.#jump(node);
      case "exit":
      case "return":
        return this.#leave(node);
      case "delete":
        return this.#delete(node);
      default:
        return this.#loop(node);
    }
  }

  #loop(node: Of<"while" | "do" | "for" | "for-in">): Code<Signal> {
    this.#loops += 1;
    const code = node.kind === "for-in" ? compileForIn(node, this) : compileLoop(node, this);
    this.#loops -= 1;
    return code;
  }

  #block(body: readonly Statement[]): Code<Signal> {
    const parts = body.map((statement) => this.compile(statement));
    const [only] = parts;
    if (only !== undefined && parts.length === 1) return only;
    const runs = parts.flatMap((part) => (part.isPlain ? [part.run] : []));
    return runs.length === parts.length ? inRow(runs) : slowlyInRow(parts);
  }

  #if({ test, yes, no }: Of<"if">): Code<Signal> {
    const asked = this.expressions.test(test);
    const first = this.compile(yes);
    const second: Code<Signal> = no === undefined ? constant(SIGNALS.none) : this.compile(no);
    if (asked.isPlain && first.isPlain && second.isPlain) {
      const [decide, one, other] = [asked.run, first.run, second.run];
      return plain((locals) => (decide(locals) ? one(locals) : other(locals)));
    }
    return slow(function* (locals) {
      return yield* evaluate((yield* evaluate(asked, locals)) ? first : second, locals);
    });
  }

  #jump({ to }: Of<"jump">): Code<Signal> {
    const isOfLoop = to === "break" || to === "continue";
    if (isOfLoop && this.#loops === 0) throw new AwkError(`${to} statement outside of loop`);
    if (!isOfLoop && !this.#hasRecord) throw new AwkError(`improper use of ${to}`);
    return constant<Signal>(SIGNALS[to]);
  }

  #leave({ kind, value }: Of<"exit" | "return">): Code<Signal> {
    const { machine, inside } = this.expressions.scope;
    if (kind === "return" && inside === undefined)
      throw new AwkError("return outside function body");
    const given = value === undefined ? undefined : this.expressions.compile(value);
    if (kind === "return") {
      return withOne(given ?? constant<Value>(undefined), (result): Signal => {
        machine.returned = result;
        return SIGNALS.return;
      });
    }
    if (given === undefined) return constant<Signal>(SIGNALS.exit);
    return withOne(given, (status): Signal => {
      machine.exitStatus = Math.trunc(toNumber(status)) & 0xff;
      return SIGNALS.exit;
    });
  }

  #delete({ array, subscripts }: Of<"delete">): Code<Signal> {
    const find = this.expressions.scope.array(array);
    const { machine } = this.expressions.scope;
    if (subscripts.length === 0) {
      return plain((locals) => {
        find(locals).clear();
        return SIGNALS.none;
      });
    }
    return withOne(this.expressions.subscript(subscripts), (key, locals): Signal => {
      find(locals).delete(machine.key(key));
      return SIGNALS.none;
    });
  }

  #print(node: Of<"print" | "printf">): Code<Signal> {
    const text = this.#printed(node);
    const { streams } = this.expressions.scope.machine;
    const { redirection } = node;
    if (redirection === undefined) {
      return withOne(text, (written): Signal => {
        streams.print(written);
        return SIGNALS.none;
      });
    }
    const { machine } = this.expressions.scope;
    return withTwo(text, this.expressions.compile(redirection.to), (written, to): Signal => {
      streams.printTo(redirection.kind, machine.text(to), written);
      return SIGNALS.none;
    });
  }

  #printed({ kind, args }: Of<"print" | "printf">): Code<string> {
    const { machine } = this.expressions.scope;
    const values = args.map((arg: Expression) => this.expressions.compile(arg));
    const [first, ...rest] = values;
    if (first === undefined) return plain(() => machine.record.text + machine.outputEnd);
    if (kind === "printf") {
      return withTwo(first, allOf(rest), (format, all) =>
        machine.printed(machine.text(format), all),
      );
    }
    if (rest.length === 0) {
      return withOne(first, (value) => machine.shown(value) + machine.outputEnd);
    }
    return withOne(
      allOf(values),
      (all) =>
        all.map((value) => machine.shown(value)).join(machine.outputSeparator) + machine.outputEnd,
    );
  }

  /** A pattern, or what a loop asks. */
  test(node: Expression): Code<boolean> {
    return withOne(this.expressions.compile(node), isTrue);
  }
}

function inRow(runs: readonly ((locals: Locals) => Signal)[]): Code<Signal> {
  return plain((locals) => {
    for (const run of runs) {
      const signal = run(locals);
      if (signal !== SIGNALS.none) return signal;
    }
    return SIGNALS.none;
  });
}

function slowlyInRow(parts: readonly Code<Signal>[]): Code<Signal> {
  return slow(function* (locals): Running<Signal> {
    for (const part of parts) {
      const signal = part.isPlain ? part.run(locals) : yield* part.run(locals);
      if (signal !== SIGNALS.none) return signal;
    }
    return SIGNALS.none;
  });
}
