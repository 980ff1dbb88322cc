import type { Running } from "../command.ts";
import { Analysis } from "./analysis.ts";
import type { Code, Signal } from "./code.ts";
import { constant, evaluate, Leaving, SIGNALS } from "./code.ts";
import { FunctionCalls } from "./compile-call.ts";
import { ExpressionCompiler } from "./compile-expression.ts";
import { StatementCompiler } from "./compile-statement.ts";
import type { Machine } from "./machine.ts";
import { Scope } from "./scope.ts";
import type { Program, Rule, Statement } from "./syntax.ts";

/** What is done with each record. */
interface CompiledRule {
  readonly test: Code<boolean>;
  readonly end: Code<boolean> | undefined;
  readonly action: Code<Signal>;
  /** Within a range of records. */
  isOpen: boolean;
}

interface Compiled {
  readonly begin: readonly Code<Signal>[];
  readonly end: readonly Code<Signal>[];
  readonly rules: readonly CompiledRule[];
}

const PRINT: Statement = { kind: "print", args: [] };

function compileRule(
  { pattern, end, action = PRINT }: Rule,
  scope: StatementCompiler,
): CompiledRule {
  return {
    test: pattern === undefined ? constant(true) : scope.test(pattern),
    end: end === undefined ? undefined : scope.test(end),
    action: scope.compile(action),
    isOpen: false,
  };
}

function compile(program: Program, machine: Machine): Compiled {
  const calls = new FunctionCalls(machine, program);
  const scope = new Scope(machine, new Analysis(program));
  const inScope = (one: Scope, hasRecord: boolean): StatementCompiler =>
    new StatementCompiler(new ExpressionCompiler(one, calls), hasRecord);
  const [outside, inRules] = [inScope(scope, false), inScope(scope, true)];
  calls.compileBodies((definition) =>
    inScope(scope.within(definition), true).compile(definition.body),
  );
  return {
    begin: program.begin.map((block) => outside.compile(block)),
    end: program.end.map((block) => outside.compile(block)),
    rules: program.rules.map((rule) => compileRule(rule, inRules)),
  };
}

/** Runs something to its end or to where a function leaves it. */
function* caught(code: Code<Signal>): Running<Signal> {
  try {
    return code.isPlain ? code.run([]) : yield* code.run([]);
  } catch (error) {
    if (error instanceof Leaving) return error.signal;
    throw error;
  }
}

/** Whether a rule is for this record. */
function* applies(rule: CompiledRule): Running<boolean> {
  if (rule.end === undefined) return yield* evaluate(rule.test, []);
  if (!rule.isOpen && !(yield* evaluate(rule.test, []))) return false;
  rule.isOpen = !(yield* evaluate(rule.end, []));
  return true;
}

/** All rules for one record. */
function* slowlyApply(rules: readonly CompiledRule[]): Running<Signal> {
  for (const rule of rules) {
    if (!(yield* applies(rule))) continue;
    const signal = yield* evaluate(rule.action, []);
    if (signal !== SIGNALS.none) return signal;
  }
  return SIGNALS.none;
}

type PlainRule = (locals: []) => Signal;

/** The same where none of the rules can take long; `undefined` where one can. */
function plainRules(rules: readonly CompiledRule[]): readonly PlainRule[] | undefined {
  const found: PlainRule[] = [];
  for (const { test, end, action } of rules) {
    if (!test.isPlain || !action.isPlain || end !== undefined) return undefined;
    found.push((locals) => (test.run(locals) ? action.run(locals) : SIGNALS.none));
  }
  return found;
}

function apply(rules: readonly PlainRule[]): Signal {
  for (const rule of rules) {
    const signal = rule([]);
    if (signal !== SIGNALS.none) return signal;
  }
  return SIGNALS.none;
}

/** Goes through the main input; whether an `exit` ended it. */
function* eachRecord({ rules }: Compiled, machine: Machine): Running<boolean> {
  const quick = plainRules(rules);
  const { input, record } = machine;
  for (;;) {
    const text = input.take() ?? (yield* input.next());
    if (text === undefined) return false;
    record.text = text;
    const signal = quick === undefined ? yield* slowly(rules) : quickly(quick);
    if (signal === SIGNALS.exit) return true;
    if (signal === SIGNALS.nextfile) input.skipFile();
    if (machine.isTime()) yield;
  }
}

function* slowly(rules: readonly CompiledRule[]): Running<Signal> {
  try {
    return yield* slowlyApply(rules);
  } catch (error) {
    if (error instanceof Leaving) return error.signal;
    throw error;
  }
}

function quickly(rules: readonly PlainRule[]): Signal {
  try {
    return apply(rules);
  } catch (error) {
    if (error instanceof Leaving) return error.signal;
    throw error;
  }
}

/** Runs a program: BEGIN, the records, END. */
export function* runProgram(program: Program, machine: Machine): Running<number> {
  const compiled = compile(program, machine);
  let isLeft = false;
  for (const block of compiled.begin) {
    isLeft = (yield* caught(block)) === SIGNALS.exit;
    if (isLeft) break;
  }
  const reads = compiled.rules.length + compiled.end.length > 0;
  if (!isLeft && reads) yield* eachRecord(compiled, machine);
  for (const block of compiled.end) {
    if ((yield* caught(block)) === SIGNALS.exit) break;
  }
  machine.input.leave();
  yield* machine.streams.closeAll();
  return machine.exitStatus;
}
