import { IndexFailure, ReportedFailure, ShellFailure } from "../shell/shell-failure.ts";
import type { Shell } from "../shell/shell.ts";
import { testBinary, testUnary } from "../shell/conditions/test-operators.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";

export const test: Builtin = {
  name: "test",
  description: "Ask about files, texts and numbers",
  usage: "test EXPRESSION",
  run: (call) => answer(call, call.args),
};

export const bracket: Builtin = {
  name: "[",
  description: "Ask about files, texts and numbers",
  usage: "[ EXPRESSION ]",
  run(call) {
    if (call.args.at(-1) !== "]") return refuse(call, "missing `]'", 2);
    return answer(call, call.args.slice(0, -1));
  },
};

function answer(call: BuiltinCall, args: readonly string[]): number {
  try {
    return new Question(call.shell, args).holds() ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ShellFailure) || isOfTheShell(error)) throw error;
    return refuse(call, error.message, 2);
  }
}

function isOfTheShell(error: ShellFailure): boolean {
  return error instanceof ReportedFailure || error instanceof IndexFailure;
}

const BINARY = /^(=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const UNARY = /^-[a-zA-Z]$/;

/** Words of `test`: what they mean depends on how many there are (POSIX). */
class Question {
  readonly #shell: Shell;
  readonly #args: readonly string[];
  #at = 0;

  constructor(shell: Shell, args: readonly string[]) {
    this.#shell = shell;
    this.#args = args;
  }

  holds(): boolean {
    return this.#args.length <= 4 ? this.#few(this.#args) : this.#long();
  }

  #few(args: readonly string[]): boolean {
    const [first = "", second = "", third = ""] = args;
    switch (args.length) {
      case 0:
        return false;
      case 1:
        return first !== "";
      case 2:
        return first === "!" ? second === "" : this.#unary(first, second);
      case 3:
        return this.#three(first, second, third);
      default:
        return this.#four(args);
    }
  }

  #four(args: readonly string[]): boolean {
    const [first, second = "", third = "", fourth] = args;
    if (first === "!") return !this.#few(args.slice(1));
    if (first === "(" && fourth === ")") return this.#few([second, third]);
    return this.#long();
  }

  #three(first: string, second: string, third: string): boolean {
    if (BINARY.test(second)) return this.#binary(first, second, third);
    if (second === "-a") return first !== "" && third !== "";
    if (second === "-o") return first !== "" || third !== "";
    if (first === "!") return !this.#few([second, third]);
    if (first === "(" && third === ")") return second !== "";
    throw new ShellFailure(`${second}: binary operator expected`);
  }

  #long(): boolean {
    const value = this.#or();
    const extra = this.#args[this.#at];
    if (extra === undefined) return value;
    const isOption = extra.startsWith("-");
    throw new ShellFailure(
      isOption ? `syntax error: \`${extra}' unexpected` : "too many arguments",
    );
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#args[this.#at] === "-o") {
      this.#at += 1;
      const right = this.#and();
      value ||= right;
    }
    return value;
  }

  #and(): boolean {
    let value = this.#term();
    while (this.#args[this.#at] === "-a") {
      this.#at += 1;
      const right = this.#term();
      value &&= right;
    }
    return value;
  }

  #term(): boolean {
    const [first, second = "", third] = this.#args.slice(this.#at, this.#at + 3);
    if (first === undefined) throw new ShellFailure("argument expected");
    if (third !== undefined && BINARY.test(second)) {
      this.#at += 3;
      return this.#binary(first, second, third);
    }
    if (first === "!") {
      this.#at += 1;
      return !this.#term();
    }
    if (first === "(") return this.#parentheses();
    if (UNARY.test(first) && this.#at + 1 < this.#args.length) {
      this.#at += 2;
      return this.#unary(first, second);
    }
    this.#at += 1;
    return first !== "";
  }

  #parentheses(): boolean {
    this.#at += 1;
    const value = this.#or();
    if (this.#args[this.#at] !== ")") throw new ShellFailure("`)' expected");
    this.#at += 1;
    return value;
  }

  #unary(operator: string, operand: string): boolean {
    const value = testUnary(this.#shell, operator, operand);
    if (value === undefined) throw new ShellFailure(`${operator}: unary operator expected`);
    return value;
  }

  #binary(left: string, operator: string, right: string): boolean {
    if (operator === "=" || operator === "==") return left === right;
    if (operator === "!=") return left !== right;
    const value = testBinary(this.#shell, { operator, left, right }, "decimal");
    if (value === undefined) throw new ShellFailure(`${operator}: binary operator expected`);
    return value;
  }
}
