import type { Running } from "../../commands/command.ts";
import { FileError } from "../../files/errors.ts";
import { NO_OPTIONS } from "../shell-options.ts";
import type { Shell } from "../shell.ts";
import { decodeText } from "../text.ts";
import { refusalOf } from "./find-on-path.ts";
import { replaces } from "./replaces.ts";
import { runExitTrap } from "./run-trap.ts";

/** The program of a script's first line, and all that stands behind it, as one word. */
const FIRST_LINE = /^#![ \t]*([^ \t\n]+)[ \t]*([^\n]*?)[ \t]*(?:\n|$)/;

const isShell = (program: string): boolean => /(^|\/)(ba|da|a)?sh$/.test(program);

/** Runs a script by its path, as `execve` and bash do: in a shell of its own. */
export function* runFile(shell: Shell, argv: readonly string[]): Running<number> {
  const [path = "", ...args] = argv;
  const content = contentOf(shell, path);
  if (typeof content === "number") return content;
  const [, program = "/bin/sh", word = ""] = FIRST_LINE.exec(content) ?? [];
  const isOurs = word === "" ? isShell(program) : program.endsWith("/env") && isShell(word);
  if (!isOurs) return yield* byProgram(shell, word === "" ? [program] : [program, word], argv);
  return yield* runScriptText(shell, content, { name: path, args, file: path });
}

function* byProgram(
  shell: Shell,
  program: readonly string[],
  argv: readonly string[],
): Running<number> {
  const [name = ""] = program;
  const refusal = refusalOf(shell, name);
  if (refusal === undefined)
    return yield* shell.world.interpreter.argv(shell, [...program, ...argv]);
  const reason =
    refusal === 127
      ? "cannot execute: required file not found"
      : `${name}: bad interpreter: Permission denied`;
  shell.complain(`${argv[0] ?? ""}: ${reason}`);
  return refusal;
}

function contentOf(shell: Shell, path: string): string | number {
  const { files } = shell.world;
  const absolute = shell.resolve(path);
  try {
    const { kind, mode } = files.stat(absolute);
    if (kind === "directory") return refused(shell, path, "Is a directory");
    if ((mode & 0o111) === 0) return refused(shell, path, "Permission denied");
    return decodeText(files.read(absolute));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    shell.complain(`${path}: ${error.message}`);
    return error.code === "ENOENT" || error.code === "ENOTDIR" ? 127 : 126;
  }
}

function refused(shell: Shell, path: string, state: string): number {
  shell.complain(`${path}: ${state}`);
  return 126;
}

interface ScriptCall {
  readonly name: string;
  readonly args: readonly string[];
  /** Where the text is from. */
  readonly file?: string;
  /** Done to the new shell before anything runs: it ends there with another status than 0. */
  readonly prepare?: (inner: Shell) => number;
}

/** A text in a new shell, or what stands on its input; it gets nothing but what is exported. */
export function* runScriptText(
  shell: Shell,
  text: string | undefined,
  { name, args, file, prepare }: ScriptCall,
): Running<number> {
  const inner = shell.subshell();
  inner.variables = shell.variables.onlyExported();
  const exported = [...shell.functions].filter(([name]) => shell.exportedFunctions.has(name));
  inner.functions = new Map(
    exported.map(([name, one]) => [name, { ...one, origin: "environment" }]),
  );
  inner.options = NO_OPTIONS;
  inner.aliases = new Map();
  inner.loops = 0;
  inner.conditions = 0;
  inner.sources = 0;
  inner.calls = [];
  inner.functionDepth = 0;
  inner.file = file;
  inner.subshells = 0;
  inner.substitutions = 0;
  inner.traps = new Map([...shell.traps].filter(([, action]) => action === ""));
  inner.isSubshell = false;
  inner.parameters = { name, args };
  const isImage = replaces(shell, inner);
  const { processes } = shell.world;
  inner.pid = inner.processId ?? processes.nextPid();
  inner.processId = inner.pid;
  const refused = prepare?.(inner) ?? 0;
  if (refused !== 0) return refused;
  if (!isImage) processes.setImage(inner.pid, inner);
  try {
    const { interpreter } = shell.world;
    const status = yield* text === undefined
      ? interpreter.input(inner)
      : interpreter.text(inner, text);
    return yield* runExitTrap(inner, status);
  } finally {
    if (!isImage) processes.setImage(inner.pid, undefined);
  }
}
