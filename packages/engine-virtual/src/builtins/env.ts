import { quoted } from "../commands/quote.ts";
import type { Builtin } from "./builtin.ts";

export const env: Builtin = {
  name: "env",
  description: "List the environment, or run a command in a changed one",
  usage: "env [-i] [-u NAME] [NAME=VALUE]... [COMMAND [ARG]...]",
  *run({ args, shell }) {
    const wish = readArgs(args);
    if (typeof wish === "string") {
      shell.stderr.write(`env: ${wish}\nTry 'env --help' for more information.\n`);
      return 125;
    }
    const inner = shell.subshell();
    if (wish.isEmpty)
      for (const name of shell.variables.exported().keys())
        inner.variables.mark(name, { exported: false });
    for (const name of wish.removed) inner.variables.mark(name, { exported: false });
    for (const [name, value] of wish.set) {
      inner.variables.set(name, value);
      inner.variables.mark(name, { exported: true });
    }
    if (wish.command.length > 0) {
      inner.functions = new Map();
      return yield* inner.world.interpreter.argv(inner, wish.command, () => {
        const name = quoted(wish.command[0] ?? "");
        shell.stderr.write(`env: ${name}: No such file or directory\n`);
      });
    }
    for (const [name, value] of inner.variables.exported())
      shell.stdout.write(`${name}=${value}${wish.end}`);
    return 0;
  },
};

interface Wish {
  readonly isEmpty: boolean;
  readonly removed: readonly string[];
  readonly set: readonly (readonly [string, string])[];
  readonly command: readonly string[];
  readonly end: string;
}

function readArgs(args: readonly string[]): Wish | string {
  const { at, wrong, ...options } = readFlags(args);
  if (wrong !== undefined) return `invalid option -- '${wrong.replace(/^-+/, "")}'`;
  const rest = args.slice(at);
  const first = rest.findIndex((arg) => !/^[^=]+=/.test(arg));
  const given = first === -1 ? rest : rest.slice(0, first);
  const set = given.map((arg) => {
    const equals = arg.indexOf("=");
    return [arg.slice(0, equals), arg.slice(equals + 1)] as const;
  });
  return { ...options, set, command: first === -1 ? [] : rest.slice(first) };
}

interface Flags extends Pick<Wish, "isEmpty" | "removed" | "end"> {
  readonly at: number;
  readonly wrong: string | undefined;
}

function readFlags(args: readonly string[]): Flags {
  const flags = { isEmpty: false, end: "\n", removed: [] as string[], at: 0, wrong: undefined };
  for (; flags.at < args.length; flags.at += 1) {
    const arg = args[flags.at] ?? "";
    if (!arg.startsWith("-")) break;
    if (arg === "--") return { ...flags, at: flags.at + 1 };
    const name = nameToRemove(arg, args[flags.at + 1]);
    if (name !== undefined) flags.removed.push(name);
    else if (/^(-i|-|--ignore-environment)$/.test(arg)) flags.isEmpty = true;
    else if (/^(-0|--null)$/.test(arg)) flags.end = "\0";
    else return { ...flags, wrong: arg };
    if (arg === "-u") flags.at += 1;
  }
  return flags;
}

/** `-u NAME`, `-uNAME`, `--unset=NAME`. */
function nameToRemove(arg: string, next: string | undefined): string | undefined {
  return arg === "-u" ? (next ?? "") : /^(?:-u|--unset=)(.+)/.exec(arg)?.[1];
}
