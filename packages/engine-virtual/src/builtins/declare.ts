import type { Assignment } from "@agent-sandbox/shell-syntax";

import type { Running } from "../commands/command.ts";
import { declarationOf } from "../shell/expand/declaration.ts";
import { assign, assignText } from "../shell/run/assign.ts";
import { ShellFailure } from "../shell/shell-failure.ts";
import type { Shell } from "../shell/shell.ts";
import type { Attributes } from "../shell/variables/variable.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { printFunctions } from "./print-functions.ts";

interface Wishes {
  readonly on: ReadonlySet<string>;
  readonly off: ReadonlySet<string>;
  readonly operands: readonly (string | Assignment)[];
}

const LETTERS = "aAfFgiIlnprtux";

function readWishes({ operands }: BuiltinCall): Wishes {
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
      if (!LETTERS.includes(letter)) {
        throw new ShellFailure(`-${letter}: invalid option`, { status: 2 });
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
    if (wishes.on.has("p") || wishes.operands.length === 0) return printVariables(call, wishes);
    const isLocal = call.shell.functionDepth > 0 && !wishes.on.has("g");
    return yield* declareAll(call, wishes, isLocal);
  },
};

export const typeset: Builtin = { ...declare, name: "typeset" };

export const local: Builtin = {
  name: "local",
  description: "Declare variables of the function that runs",
  usage: "local [-aAilnrux] [NAME[=VALUE]]...",
  *run(call) {
    if (call.shell.functionDepth === 0) return refuse(call, "can only be used in a function");
    return yield* declareAll(call, readWishes(call), true);
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
  if (wishes.operands.length === 0) return printVariables(call, { ...wishes, on: all });
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
      yield* declareOne(call.shell, { operand, wishes, isLocal });
    } catch (error) {
      if (!(error instanceof ShellFailure) || error.ends === "script") throw error;
      status = refuse(call, error.message);
    }
  }
  return status;
}

interface Declaration {
  readonly operand: string | Assignment;
  readonly wishes: Wishes;
  readonly isLocal: boolean;
}

function* declareOne(shell: Shell, { operand, wishes, isLocal }: Declaration): Running<void> {
  const { append, name, text } =
    typeof operand === "string" ? partsOf(operand) : { ...operand, text: undefined };
  const { variables } = shell;
  if (isLocal) variables.declareLocal(name, wishes.on.has("I"));
  const { readonly: isReadonly, ...attributes } = attributesOf(wishes);
  markVariable(shell, name, { attributes, wishes });
  if (typeof operand !== "string") yield* assign(shell, operand);
  // A reference is given its name; what it refers to is not touched.
  else if (text !== undefined && wishes.on.has("n")) referTo(shell, name, text);
  else if (text !== undefined) assignText(shell, { name: variables.resolve(name), append, text });
  if (isReadonly === true) variables.mark(name, { readonly: true });
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
  if (!isArray) return;
  const array = variables.ownArray(name, wishes.on.has("A"));
  if (isNew && array.size === 0) array.isUnset = true;
}

function partsOf(operand: string): { name: string; append: boolean; text: string | undefined } {
  const [, name, append, text] = /^([A-Za-z_]\w*)(?:(\+?)=([^]*))?$/.exec(operand) ?? [];
  if (name === undefined) throw new ShellFailure(`\`${operand}': not a valid identifier`);
  return { name, append: append === "+", text };
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

function printVariables(call: BuiltinCall, wishes: Wishes): number {
  const { shell } = call;
  const names = textsOf(wishes);
  let status = 0;
  for (const name of names.length > 0 ? names : shell.variables.names()) {
    const variable = shell.variables.find(name);
    if (variable === undefined) {
      status = refuse(call, `${name}: not found`);
      continue;
    }
    const isWanted =
      names.length > 0 ||
      ((!wishes.on.has("x") || variable.exported) && (!wishes.on.has("r") || variable.readonly));
    if (isWanted) shell.stdout.write(`${declarationOf(shell, name).text}\n`);
  }
  return status;
}
