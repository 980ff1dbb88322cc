import type { AwkArray } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import { charactersBefore } from "../characters.ts";
import type { Code, Locals } from "./code.ts";
import { allOf, constant, evaluate, plain, slow, withOne, withTwo } from "./code.ts";
import type { ExpressionCompiler } from "./compile-expression.ts";
import { PLAIN_FUNCTIONS } from "./plain-functions.ts";
import { sortInto } from "./sort-array.ts";
import { type Cut, cutAt } from "./split-text.ts";
import { inText, readGroupReplacement, readReplacement, substitute } from "./substitute.ts";
import type { Expression, Target } from "./syntax.ts";
import type { TextMatch, TextSpan } from "../../regex/text-search.ts";
import type { Value } from "./value.ts";
import { InputText, toNumber } from "./value.ts";

type Builtin = Extract<Expression, { kind: "builtin" }>;
type Compile = (node: Builtin, compiler: ExpressionCompiler) => Code;

const WHOLE_RECORD: Target = { kind: "field", number: { kind: "number", value: 0 } };

function wrongCount(name: string): never {
  throw new AwkError(`wrong number of arguments in call to ${name}`);
}

function arg({ name, args }: Builtin, index: number): Expression {
  return args[index] ?? wrongCount(name);
}

function arrayArg(node: Builtin, index: number, compiler: ExpressionCompiler): FindArray {
  const found = compiler.arrayNamed(arg(node, index));
  if (found === undefined)
    throw new AwkError(`type error in arg(${index + 1}) in call to ${node.name}`);
  return found;
}

type FindArray = (locals: Locals) => AwkArray;

function targetOf(node: Expression | undefined): Target {
  if (node === undefined) return WHOLE_RECORD;
  if (node.kind === "variable" || node.kind === "element" || node.kind === "field") return node;
  throw new AwkError("type error: what sub and gsub change must be a variable");
}

/** `sub` and `gsub`: how often it was replaced. */
const compileSubstitution: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const only = node.name === "sub" ? { only: 1 } : {};
  const { key, get, set } = compiler.target(targetOf(node.args[2]));
  const what = withTwo(
    compiler.pattern(arg(node, 0)),
    compiler.compile(arg(node, 1)),
    (search, written) => ({
      find: inText(search),
      replace: readReplacement(machine.text(written)),
    }),
  );
  return withTwo(what, key, ({ find, replace }, place, locals): Value => {
    const before = machine.text(get(locals, place));
    const { text, count } = substitute(before, { find, replace, ...only });
    machine.worked(text.length + count * 64);
    if (count > 0) set(locals, place, text);
    return count;
  });
};

/** `gensub`: a changed copy. */
const compileGensub: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const rest = allOf(
    [arg(node, 1), arg(node, 2), node.args[3] ?? WHOLE_RECORD].map((one) => compiler.compile(one)),
  );
  return withTwo(compiler.pattern(arg(node, 0)), rest, (search, [written, how, value]): Value => {
    const which = /^[gG]/.test(machine.text(how)) ? {} : { only: Math.max(1, toNumber(how)) };
    const find = (text: string, from: number): TextMatch | undefined => search.match(text, from);
    const replace = readGroupReplacement(machine.text(written));
    const { text, count } = substitute(machine.text(value), { find, replace, ...which });
    machine.worked(text.length + count * 64);
    return text;
  });
};

const compileMatch: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const groups = node.args[2] === undefined ? undefined : arrayArg(node, 2, compiler);
  const text = withOne(compiler.compile(arg(node, 0)), (value) => machine.text(value));
  return withTwo(text, compiler.pattern(arg(node, 1)), (searched, search, locals): Value => {
    const array = groups?.(locals);
    const located = array === undefined ? undefined : search.locate(searched, 0);
    const match = array === undefined ? search.find(searched, 0) : located;
    const start = match === undefined ? 0 : charactersBefore(searched, match.start) + 1;
    const end = match === undefined ? -1 : charactersBefore(searched, match.end) + 1;
    machine.worked(searched.length);
    machine.matchStart = start;
    machine.matchLength = match === undefined ? -1 : end - start;
    if (array !== undefined) fillGroups(array, searched, located?.groups ?? []);
    return start;
  });
};

/** What gawk puts into the third argument of `match`. */
function fillGroups(array: AwkArray, text: string, groups: TextMatch<TextSpan>["groups"]): void {
  array.clear();
  groups.forEach((span, index) => {
    if (span === undefined) return;
    const { start, end } = span;
    array.set(index, new InputText(text.slice(start, end)));
    array.set(`${index}\x1cstart`, charactersBefore(text, start) + 1);
    array.set(`${index}\x1clength`, charactersBefore(text.slice(start, end), end - start));
  });
}

const compileSplit: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const find = arrayArg(node, 1, compiler);
  const between = node.args[3] === undefined ? undefined : arrayArg(node, 3, compiler);
  const separator = node.args[2];
  const cut: Code<(text: string) => Cut> =
    separator?.kind === "regex"
      ? withOne(compiler.pattern(separator), (search) => (text: string) => cutAt(text, search))
      : withOne(
          separator === undefined
            ? plain(() => machine.fieldSeparator)
            : compiler.compile(separator),
          (value) => (text: string) => machine.cut(text, machine.text(value)),
        );
  return withTwo(compiler.compile(arg(node, 0)), cut, (value, work, locals): Value => {
    const text = machine.text(value);
    const found = work(text);
    machine.worked(text.length + found.parts.length * 64);
    find(locals).fill(found.parts.map((part) => new InputText(part)));
    const seps = between?.(locals);
    seps?.fill(found.between);
    if (found.lead !== undefined) seps?.set(0, found.lead);
    return found.parts.length;
  });
};

const compileSort: Compile = (node, compiler) => {
  const from = arrayArg(node, 0, compiler);
  const to = node.args[1] === undefined ? from : arrayArg(node, 1, compiler);
  const { machine } = compiler.scope;
  const byKeys = node.name === "asorti";
  const asked =
    node.args[2] === undefined ? constant<Value>(undefined) : compiler.compile(node.args[2]);
  return slow<Value>(function* (locals) {
    const value = yield* evaluate(asked, locals);
    const order = value === undefined ? undefined : machine.text(value);
    return yield* sortInto(from(locals), to(locals), { byKeys, order, format: machine.format });
  });
};

const compileSystem: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const command = compiler.compile(arg(node, 0));
  return slow<Value>(function* (locals) {
    return yield* machine.streams.system(machine.text(yield* evaluate(command, locals)));
  });
};

const compileClose: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const name = compiler.compile(arg(node, 0));
  return slow<Value>(function* (locals) {
    return yield* machine.streams.close(machine.text(yield* evaluate(name, locals)));
  });
};

const compileFlush: Compile = (node, compiler) => {
  const { streams } = compiler.scope.machine;
  const name = node.args[0] === undefined ? constant<Value>("") : compiler.compile(node.args[0]);
  return withOne(name, (value): Value => {
    const text = compiler.scope.machine.text(value);
    if (text !== "") return streams.flushOne(text) ? 0 : -1;
    streams.flushAll();
    return 0;
  });
};

const compileLength: Compile = (node, compiler) => {
  const array = compiler.arrayNamed(node.args[0]);
  if (array !== undefined) return plain<Value>((locals) => array(locals).size);
  return compilePlain(node, compiler);
};

const compilePlain: Compile = (node, compiler) => {
  const { machine } = compiler.scope;
  const { name, args } = node;
  const known = PLAIN_FUNCTIONS.get(name);
  if (known === undefined) throw new AwkError(`function ${name} never defined`);
  if (args.length < known.least || args.length > known.most) wrongCount(name);
  return withOne(allOf(args.map((one) => compiler.compile(one))), (values) =>
    known.run(values, machine),
  );
};

const SPECIAL: ReadonlyMap<string, Compile> = new Map([
  ["asort", compileSort],
  ["asorti", compileSort],
  ["close", compileClose],
  ["fflush", compileFlush],
  ["gensub", compileGensub],
  ["gsub", compileSubstitution],
  ["length", compileLength],
  ["match", compileMatch],
  ["split", compileSplit],
  ["sub", compileSubstitution],
  ["system", compileSystem],
]);

/** A call of a function that awk has itself. */
export const compileBuiltin: Compile = (node, compiler) =>
  (SPECIAL.get(node.name) ?? compilePlain)(node, compiler);
