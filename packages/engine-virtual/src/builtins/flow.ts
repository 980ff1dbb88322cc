import { evaluateAsked } from "../shell/expand/evaluate-arithmetic.ts";
import { ReportedFailure, ShellFailure } from "../shell/shell-failure.ts";
import type { Unwinding } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const exit: Builtin = {
  name: "exit",
  description: "End the script",
  usage: "exit [STATUS]",
  run: (call) => unwindWithStatus(call, { type: "exit" }),
};

export const returnFrom: Builtin = {
  name: "return",
  description: "Return from a function or a sourced script",
  usage: "return [STATUS]",
  run(call) {
    const { shell } = call;
    if (shell.functionDepth === 0 && shell.sources === 0) {
      return refuse(call, "can only `return' from a function or sourced script", 2);
    }
    return unwindWithStatus(call, { type: "return" });
  },
};

function unwindWithStatus(call: BuiltinCall, unwinding: Unwinding): number {
  const [given, ...more] = call.args;
  const { shell } = call;
  if (more.length > 0 && isNumber(given))
    throw new ShellFailure(`${call.name}: too many arguments`, { ends: "line" });
  if (given !== undefined && !isNumber(given)) {
    shell.complain(`${call.name}: ${given}: numeric argument required`);
    shell.unwinding = unwinding;
    shell.status = 2;
    return 2;
  }
  const status = given === undefined ? shell.status : Number(given) & 255;
  shell.unwinding = unwinding;
  shell.status = status;
  return status;
}

function isNumber(text: string | undefined): boolean {
  return text !== undefined && /^\s*[-+]?\d+\s*$/.test(text);
}

export const breakLoop: Builtin = {
  name: "break",
  description: "Leave a loop",
  usage: "break [LEVELS]",
  run: (call) => unwindLoops(call, "break"),
};

export const continueLoop: Builtin = {
  name: "continue",
  description: "Go on with the next round of a loop",
  usage: "continue [LEVELS]",
  run: (call) => unwindLoops(call, "continue"),
};

function unwindLoops(call: BuiltinCall, type: "break" | "continue"): number {
  const { args, shell } = call;
  if (shell.loops === 0) {
    return refuse(call, "only meaningful in a `for', `while', or `until' loop", 0);
  }
  const levels = Number(args[0] ?? 1);
  if (!Number.isInteger(levels)) {
    shell.unwinding = { type: "exit" };
    return refuse(call, `${args[0] ?? ""}: numeric argument required`, 128);
  }
  if (levels < 1) {
    shell.unwinding = { type: "break", levels: shell.loops, status: 1 };
    return refuse(call, `${levels}: loop count out of range`);
  }
  shell.unwinding = { type, levels: Math.min(levels, shell.loops) };
  return 0;
}

export const shift: Builtin = {
  name: "shift",
  description: "Move the parameters on",
  usage: "shift [COUNT]",
  run(call) {
    const { args, shell } = call;
    const count = Number(args[0] ?? 1);
    if (!Number.isInteger(count))
      return refuse(call, `${args[0] ?? ""}: numeric argument required`);
    if (count < 0) return refuse(call, `${count}: shift count out of range`);
    if (count > shell.parameters.args.length) return 1;
    shell.parameters = { ...shell.parameters, args: shell.parameters.args.slice(count) };
    return 0;
  },
};

export const evaluateWords: Builtin = {
  name: "eval",
  description: "Run words as a script",
  usage: "eval [WORD]...",
  *run({ args, shell }) {
    const { rest } = readOptions(args, "");
    shell.substitutions += 1;
    try {
      return yield* shell.world.interpreter.text(shell, rest.join(" "), shell.line);
    } finally {
      shell.substitutions -= 1;
    }
  },
};

export const letBuiltin: Builtin = {
  name: "let",
  description: "Evaluate arithmetic",
  usage: "let EXPRESSION...",
  run(call) {
    if (call.args.length === 0) return refuse(call, "expression expected");
    try {
      const values = call.args.map((arg) => evaluateAsked(call.shell, arg));
      return values.at(-1) === 0n ? 1 : 0;
    } catch (error) {
      if (!(error instanceof ShellFailure) || error.ends !== "command") throw error;
      if (error instanceof ReportedFailure) throw error;
      return refuse(call, error.message);
    }
  },
};
