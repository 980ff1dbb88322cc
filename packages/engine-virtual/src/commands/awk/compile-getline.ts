import type { Running } from "../command.ts";
import type { Code, Locals } from "./code.ts";
import { constant, evaluate, slow } from "./code.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import type { Machine } from "./machine.ts";
import type { RecordReader } from "./record-reader.ts";
import type { Getline } from "./syntax.ts";
import type { Value } from "./value.ts";
import { InputText } from "./value.ts";

/** A record, `"end"` where there is none, `"failed"` where it cannot be read. */
type Result = { readonly record: string } | "end" | "failed";

function* readFrom(machine: Machine, reader: RecordReader): Running<Result> {
  return (yield* reader.next(machine.end)) ? { record: reader.record } : "end";
}

function* fromFile(machine: Machine, name: string): Running<Result> {
  const reader = machine.streams.file(name);
  return reader === undefined ? "failed" : yield* readFrom(machine, reader);
}

function* fromCommand(machine: Machine, name: string): Running<Result> {
  const result = yield* readFrom(machine, yield* machine.streams.command(name));
  if (typeof result === "object") machine.records += 1;
  return result;
}

function* fromInput({ input }: Machine): Running<Result> {
  const record = input.take() ?? (yield* input.next());
  return record === undefined ? "end" : { record };
}

const READERS = { file: fromFile, command: fromCommand, input: fromInput } as const;

/** Puts a record where it belongs: into a target, or in the place of `$0`. */
type Store = (locals: Locals, record: string) => Running<void>;

function storeOf({ target }: Getline, compiler: ExpressionCompiler): Store {
  const { record } = compiler.scope.machine;
  if (target === undefined) {
    return function* (_, text) {
      record.text = text;
      yield* [];
    };
  }
  const { key, set } = compiler.target(target);
  return function* (locals, text) {
    set(locals, yield* evaluate(key, locals), new InputText(text));
  };
}

/** All forms of `getline`: 1 for a record, 0 at the end, -1 where it cannot be read. */
export function compileGetline(node: Getline, compiler: ExpressionCompiler): Code {
  const { machine } = compiler.scope;
  const source = node.source === undefined ? constant<Value>("") : compiler.compile(node.source);
  const store = storeOf(node, compiler);
  const read = READERS[node.from];
  return slow<Value>(function* (locals) {
    const name = machine.text(yield* evaluate(source, locals));
    if (machine.isTime()) yield;
    const result = yield* read(machine, name);
    if (result === "end") return 0;
    if (result === "failed") return -1;
    yield* store(locals, result.record);
    return 1;
  });
}
