import type { Assignment } from "@agent-sandbox/shell-syntax";

import type { Running } from "../commands/command.ts";
import { expandValue } from "../shell/expand/expand-word.ts";
import { assign, assignIndexed, assignText } from "../shell/run/assign.ts";
import { reportedStatus } from "../shell/run/reported-status.ts";
import { ReportedFailure, ShellFailure, UsageFailure } from "../shell/shell-failure.ts";
import type { Shell } from "../shell/shell.ts";
import { type Attributes, isArray } from "../shell/variables/variable.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { listVariables } from "./list-variables.ts";
import { type Parts, partsOf, writtenParts } from "./declared-parts.ts";
import { writtenList } from "./written-list.ts";
import { printFunctions } from "./print-functions.ts";
import { hasKinds, printLocals, printVariables } from "./print-variables.ts";

interface Wishes {
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
  readonly operands: readonly (string | Assignment)[];
}

const LETTERS = "aAfFgiIlnprtux";

const OWN_LETTERS: Readonly<Partial<Record<string, string>>> = { export: "fnp", readonly: "aAfp" };

function readWishes({ name, operands }: BuiltinCall): Wishes {
  const known = OWN_LETTERS[name] ?? LETTERS;
  const on = new Set<string>();
  const off = new Set<string>();
  let at = 0;
  for (; at < operands.length; at += 1) {
    const word = operands[at];
    if (word === "--") {
      at += 1;
      break;
    }
    if (typeof word !== "string" || !/^[-+]./.test(word)) break;
    for (const letter of word.slice(1)) {
      if (!known.includes(letter)) {
        throw new UsageFailure(`${word.charAt(0)}${letter}: invalid option`);
      }
      (word.startsWith("-") ? on : off).add(letter);
    }
  }
  return { on, off, operands: operands.slice(at) };
}

export const declare: Builtin = {
  name: "declare",
  description: "Declare variables and give them attributes",
  usage: "declare [-aAfFgilnrux] [-p] [NAME[=VALUE]]...",
  *run(call) {
    const wishes = readWishes(call);
    if (wishes.on.has("f") || wishes.on.has("F"))
      return printFunctions(call, textsOf(wishes), wishes.on.has("F"));
    if (wishes.on.has("p")) return printVariables(call, textsOf(wishes), wishes.on);
    if (wishes.operands.length === 0) {
      return hasKinds(wishes.on) ? printVariables(call, [], wishes.on) : listVariables(call);
    }
    const isLocal = call.shell.functionDepth > 0 && !wishes.on.has("g");
    return yield* declareAll(call, wishes, isLocal);
  },
};

export const typeset: Builtin = {
  ...declare,
  name: "typeset",
  usage: declare.usage.replace("declare", "typeset"),
};

export const local: Builtin = {
  name: "local",
  description: "Declare variables of the function that runs",
  usage: "local [-aAilnrux] [NAME[=VALUE]]...",
  *run(call) {
    if (call.shell.functionDepth === 0) return refuse(call, "can only be used in a function");
    const wishes = readWishes(call);
    return wishes.operands.length === 0 ? printLocals(call) : yield* declareAll(call, wishes, true);
  },
};

export const readonly: Builtin = {
  name: "readonly",
  description: "Make variables read-only",
  usage: "readonly [-aA] [NAME[=VALUE]]...",
  run: (call) => withLetter(call, "r"),
};

export const exportVariables: Builtin = {
  name: "export",
  description: "Hand variables on to commands",
  usage: "export [-n] [NAME[=VALUE]]...",
  run: (call) => withLetter(call, "x"),
};

function* withLetter(call: BuiltinCall, letter: "r" | "x"): Running<number> {
  const wishes = readWishes(call);
  if (wishes.on.has("f")) return exportFunctions(call, wishes, letter);
  const removes = wishes.on.has("n");
  const all = new Set([...wishes.on].filter((one) => one !== "n" && one !== "p"));
  if (!removes) all.add(letter);
  const off = removes ? new Set([letter]) : wishes.off;
  if (wishes.operands.length === 0) return printVariables(call, [], all);
  return yield* declareAll(call, { on: all, off, operands: wishes.operands }, false);
}

/** `export -f`: what a shell that is started finds there already. */
function exportFunctions(call: BuiltinCall, wishes: Wishes, letter: "r" | "x"): number {
  if (letter === "r") return refuse(call, "-f: not supported", 2);
  const { shell } = call;
  const exported = new Set(shell.exportedFunctions);
  let status = 0;
  for (const name of textsOf(wishes)) {
    if (!shell.functions.has(name)) status = refuse(call, `${name}: not a function`);
    else if (wishes.on.has("n")) exported.delete(name);
    else exported.add(name);
  }
  shell.exportedFunctions = exported;
  return status;
}

function* declareAll(call: BuiltinCall, wishes: Wishes, isLocal: boolean): Running<number> {
  let status = 0;
  for (const operand of wishes.operands) {
    try {
      yield* declareOne(call, { operand, wishes, isLocal });
    } catch (error) {
      status = declaredStatus(call, operand, error);
    }
  }
  return status;
}

/** A list is an assignment of the script's own, which ends its line. */
function declaredStatus(call: BuiltinCall, operand: string | Assignment, error: unknown): number {
  if (!(error instanceof ShellFailure) || error.ends === "script") throw error;
  if (!(error instanceof ReportedFailure)) return refuse(call, error.message);
  const status = reportedStatus(call.shell, error);
  if (typeof operand !== "string" && !("type" in operand.value)) {
    call.shell.unwinding = { type: "line" };
  }
  return status;
}

interface Declaration {
  readonly operand: string | Assignment;
  readonly wishes: Wishes;
  readonly isLocal: boolean;
}

function* declareOne(call: BuiltinCall, { operand, wishes, isLocal }: Declaration): Running<void> {
  const { shell } = call;
  const { variables } = shell;
  const { append, index, name, text } =
    typeof operand === "string" ? partsOf(operand) : { ...writtenParts(operand), text: undefined };
  checkDeclared(call, { operand, name, index });
  if (isLocal) variables.declareLocal(name, wishes.on.has("I"));
  const { readonly: isReadonly, ...attributes } = attributesOf(wishes);
  markVariable(shell, name, { attributes, wishes });
  const list = index === undefined ? yield* listIn(shell, { operand, wishes, isLocal }) : undefined;
  if (list !== undefined) yield* assign(shell, list);
  else if (typeof operand !== "string") yield* assign(shell, operand);
  else declareText(shell, { name, index, append, text }, wishes);
  if (isReadonly === true) variables.mark(name, { readonly: true });
}

function declareText(shell: Shell, { append, index, name, text }: Parts, { on }: Wishes): void {
  if (index !== undefined) declareElement(shell, { name, index, append, text });
  // A reference is given its name; what it refers to is not touched.
  else if (text !== undefined && on.has("n")) referTo(shell, name, text);
  else if (text !== undefined)
    assignText(shell, { name: shell.variables.resolve(name), append, text });
}

/** What an array is given, where that is written as a text. */
function* listIn(
  shell: Shell,
  { operand, wishes: { on } }: Declaration,
): Running<Assignment | undefined> {
  if (!on.has("a") && !on.has("A")) return undefined;
  if (typeof operand === "string") {
    const { append, name, text = "" } = partsOf(operand);
    return writtenList(name, text, append);
  }
  const { append, name, value } = operand;
  if (!("type" in value)) return undefined;
  return writtenList(name, yield* expandValue(shell, value), append);
}

interface NamedElement {
  readonly name: string;
  readonly index: string;
  readonly append: boolean;
  readonly text: string | undefined;
}

/** `declare 'a[1]'` only says that it is an array. */
function declareElement(shell: Shell, { text, ...element }: NamedElement): void {
  if (text !== undefined) assignIndexed(shell, { ...element, text });
  else if (!isArray(shell.variables.find(element.name)?.value)) {
    shell.variables.ownArray(element.name, false).isUnset = true;
  }
}

interface Declared {
  readonly operand: string | Assignment;
  readonly name: string;
  readonly index: string | undefined;
}

/** `export` and `readonly` are about whole variables; the others look first whether they may set anything. */
function checkDeclared({ name: builtin, shell }: BuiltinCall, declared: Declared): void {
  const { index, name, operand } = declared;
  if (builtin === "export" || builtin === "readonly") {
    if (index === undefined) return;
    throw new ShellFailure(`\`${name}[${index}]': not a valid identifier`);
  }
  const sets = typeof operand === "string" ? operand.includes("=") : "type" in operand.value;
  if (sets && shell.variables.find(name)?.readonly === true) {
    throw new ShellFailure(`${name}: readonly variable`);
  }
}

function referTo({ variables }: Shell, name: string, target: string): void {
  if (target.includes("[")) {
    throw new ShellFailure(`${name}: a reference to an element is not supported`, { status: 2 });
  }
  if (target === name) {
    throw new ShellFailure(`${name}: nameref variable self references not allowed`);
  }
  variables.set(name, target);
}

interface Marking {
  readonly attributes: Partial<Attributes>;
  readonly wishes: Wishes;
}

function markVariable({ variables }: Shell, name: string, { attributes, wishes }: Marking): void {
  const isNew = variables.find(name) === undefined;
  const isArray = wishes.on.has("a") || wishes.on.has("A");
  if (Object.keys(attributes).length > 0 || isNew || isArray) variables.mark(name, attributes);
  if (!isArray || variables.find(name)?.readonly === true) return;
  const array = variables.ownArray(name, wishes.on.has("A"));
  if (isNew && array.size === 0) array.isUnset = true;
}

const SWITCHES = [
  ["x", "exported"],
  ["i", "integer"],
  ["n", "reference"],
] as const;

function attributesOf({ on, off }: Wishes): Partial<Attributes> {
  const switched = SWITCHES.flatMap(([letter, name]) =>
    on.has(letter) || off.has(letter) ? [[name, on.has(letter)] as const] : [],
  );
  return {
    ...Object.fromEntries(switched),
    ...lettersOf(on, off),
    ...(on.has("r") && { readonly: true }),
  };
}

function lettersOf(on: ReadonlySet<string>, off: ReadonlySet<string>): Partial<Attributes> {
  if (on.has("u")) return { letters: "upper" };
  if (on.has("l")) return { letters: "lower" };
  return off.has("u") || off.has("l") ? { letters: undefined } : {};
}

function textsOf({ operands }: Wishes): readonly string[] {
  return operands.filter((operand) => typeof operand === "string");
}
