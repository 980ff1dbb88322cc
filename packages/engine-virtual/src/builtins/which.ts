import { printFunction } from "../shell/print/print-function.ts";
import { findOnPath } from "../shell/run/find-on-path.ts";
import type { Shell } from "../shell/shell.ts";
import { runArgv } from "../shell/run/run-argv.ts";
import { isProgramless, isShellBuiltin } from "../shell/builtin-names.ts";
import { aliasText } from "./alias.ts";
import { type Builtin, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

const KEYWORDS = new Set([
  ...["if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do"],
  ...["done", "in", "function", "time", "{", "}", "!", "[[", "]]", "coproc"],
]);

function programPath(shell: Shell, name: string): string | undefined {
  if (name.includes("/")) return shell.world.files.exists(shell.resolve(name)) ? name : undefined;
  const isProgram = shell.world.find(name) !== undefined && !isProgramless(name);
  return isProgram ? `/usr/bin/${name}` : findOnPath(shell, name);
}

export const which: Builtin = {
  name: "which",
  description: "Show where commands are",
  usage: "which [-a] NAME...",
  run({ args, shell }) {
    const { letters, rest } = readOptions(args, "as");
    const paths = rest.map((name) => programPath(shell, name));
    if (!letters.has("s")) {
      for (const path of paths) if (path !== undefined) shell.stdout.write(`${path}\n`);
    }
    return paths.includes(undefined) || rest.length === 0 ? 1 : 0;
  },
};

type Kind = "alias" | "keyword" | "function" | "builtin" | "file";

function kindOf(shell: Shell, name: string): Kind | undefined {
  if (shell.aliases.has(name) && shell.isOn("expand_aliases")) return "alias";
  if (KEYWORDS.has(name)) return "keyword";
  if (shell.functions.has(name)) return "function";
  const isThere = shell.world.find(name) !== undefined;
  if (isThere && isShellBuiltin(name)) return "builtin";
  return programPath(shell, name) === undefined ? undefined : "file";
}

const SAYS = {
  keyword: "a shell keyword",
  function: "a function",
  builtin: "a shell builtin",
} as const;

export const type: Builtin = {
  name: "type",
  description: "Say what commands are",
  usage: "type [-tpP] NAME...",
  run(call) {
    const { args, shell } = call;
    const { letters, rest } = readOptions(args, "afptP");
    let status = 0;
    for (const name of rest) {
      const kind = foundAs(shell, name, letters);
      if (kind === undefined) {
        const isQuiet = ["t", "p", "P"].some((letter) => letters.has(letter));
        status = isQuiet ? 1 : refuse(call, `${name}: not found`);
        continue;
      }
      const text = letters.has("t")
        ? kind
        : describe(shell, { name, kind, onlyPath: letters.has("p") || letters.has("P") });
      if (text !== "") shell.stdout.write(`${text}\n`);
    }
    return status;
  },
};

/** `-P` looks for a program whatever else there is of that name, `-f` for no function. */
function foundAs(
  shell: Shell,
  name: string,
  letters: ReadonlyMap<string, string>,
): Kind | undefined {
  if (letters.has("P")) return programPath(shell, name) === undefined ? undefined : "file";
  const kind = kindOf(shell, name);
  if (kind !== "function" || !letters.has("f")) return kind;
  if (shell.world.find(name) !== undefined && isShellBuiltin(name)) return "builtin";
  return programPath(shell, name) === undefined ? undefined : "file";
}

interface Described {
  readonly name: string;
  readonly kind: Kind;
  readonly onlyPath: boolean;
}

function describe(shell: Shell, { name, kind, onlyPath }: Described): string {
  const path = programPath(shell, name) ?? "";
  if (onlyPath) return kind === "file" ? path : "";
  if (kind === "file") return `${name} is ${path}`;
  if (kind === "alias") return `${name} is aliased to \`${shell.aliases.get(name) ?? ""}'`;
  const found = kind === "function" ? shell.functions.get(name) : undefined;
  if (found === undefined) return `${name} is ${SAYS[kind]}`;
  return `${name} is a function\n${printFunction(found)}`;
}

export const command: Builtin = {
  name: "command",
  description: "Run a command that is no function, or show what it is",
  usage: "command [-vV] NAME [ARG]...",
  *run(call) {
    const { args, shell } = call;
    const { letters, rest } = readOptions(args, "pvV");
    if (rest.length === 0) return 0;
    if (!letters.has("v") && !letters.has("V")) {
      return yield* runArgv(shell, { argv: rest, skipsFunctions: true });
    }
    // One that is there is enough.
    let status = 1;
    for (const name of rest) {
      const kind = kindOf(shell, name);
      if (kind === undefined) {
        if (letters.has("V")) refuse(call, `${name}: not found`);
        continue;
      }
      status = 0;
      const short = shortOf(shell, name, kind);
      shell.stdout.write(
        `${letters.has("V") ? describe(shell, { name, kind, onlyPath: false }) : short}\n`,
      );
    }
    return status;
  },
};

/** As a shell could take it. */
function shortOf(shell: Shell, name: string, kind: Kind): string {
  if (kind === "alias") return aliasText(name, shell.aliases.get(name) ?? "");
  return kind === "file" ? (programPath(shell, name) ?? name) : name;
}

export const builtin: Builtin = {
  name: "builtin",
  description: "Run a builtin, whatever function has its name",
  usage: "builtin NAME [ARG]...",
  run(call) {
    const { shell } = call;
    const { rest: argv } = readOptions(call.args, "");
    const [name] = argv;
    if (name === undefined) return 0;
    if (!isShellBuiltin(name)) return refuse(call, `${name}: not a shell builtin`);
    return runArgv(shell, { argv, skipsFunctions: true });
  },
};
