import { quoteAlways } from "../shell/expand/quote-text.ts";
import { usageLine } from "../shell/print/usage-lines.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

/** Commands are looked for among them where `expand_aliases` is on. */
export const alias: Builtin = {
  name: "alias",
  description: "Keep short names for commands; used where `shopt -s expand_aliases` is on",
  usage: "alias [-p] [NAME[=VALUE]]...",
  run(call) {
    const { shell } = call;
    const { rest } = readOptions(call.args, "p");
    if (rest.length === 0) {
      for (const name of [...shell.aliases.keys()].sort()) show(shell, name);
      return 0;
    }
    return Math.max(...rest.map((word) => setOrShow(call, word)));
  },
};

function setOrShow(call: BuiltinCall, word: string): number {
  const { shell } = call;
  const equals = word.indexOf("=");
  if (equals > 0) {
    const [name, value] = [word.slice(0, equals), word.slice(equals + 1)];
    if (/[\s$`=|&;()<>/\\"']/.test(name)) return refuse(call, `\`${name}': invalid alias name`);
    shell.aliases = new Map(shell.aliases).set(name, value);
    return 0;
  }
  return show(shell, word) ? 0 : refuse(call, `${word}: not found`);
}

function show({ aliases, stdout }: Shell, name: string): boolean {
  const value = aliases.get(name);
  if (value !== undefined) stdout.write(`${aliasText(name, value)}\n`);
  return value !== undefined;
}

export function aliasText(name: string, value: string): string {
  return `alias ${name}=${quoteAlways(value)}`;
}

export const unalias: Builtin = {
  name: "unalias",
  description: "Forget short names",
  usage: "unalias [-a] NAME...",
  run(call) {
    const { shell } = call;
    const { letters, rest } = readOptions(call.args, "a");
    if (rest.length === 0 && !letters.has("a")) {
      shell.stderr.write(usageLine(call.name));
      return 2;
    }
    const aliases = new Map(letters.has("a") ? [] : shell.aliases);
    let status = 0;
    for (const name of letters.has("a") ? [] : rest) {
      if (!aliases.delete(name)) status = refuse(call, `${name}: not found`);
    }
    shell.aliases = aliases;
    return status;
  },
};
