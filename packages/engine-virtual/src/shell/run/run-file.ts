import type { Running } from "../../commands/command.ts";
import { FileError } from "../../files/errors.ts";
import { NO_OPTIONS } from "../shell-options.ts";
import type { Shell } from "../shell.ts";
import { decodeText } from "../text.ts";
import { replaces } from "./replaces.ts";
import { runExitTrap } from "./run-trap.ts";

/** Runs a script by its path, as `execve` and bash do: in a shell of its own. */
export function* runFile(shell: Shell, argv: readonly string[]): Running<number> {
  const [path = "", ...args] = argv;
  const content = contentOf(shell, path);
  if (typeof content === "number") return content;
  const interpreter = /^#!\s*(\S+)(?:[ \t]+(\S+))?/.exec(content);
  const program = interpreter?.[1]?.endsWith("/env") === true ? interpreter[2] : interpreter?.[1];
  if (program !== undefined && !/(^|\/)(ba|da|a)?sh$/.test(program)) {
    return yield* byProgram(shell, program, argv);
  }
  return yield* runScriptText(shell, content, { name: path, args, file: path });
}

function* byProgram(shell: Shell, program: string, argv: readonly string[]): Running<number> {
  const name = program.replace(/^.*\//, "");
  if (shell.find(name) === undefined) {
    shell.complain(`${argv[0] ?? ""}: cannot execute: required file not found`);
    return 127;
  }
  return yield* shell.world.interpreter.argv(shell, [name, ...argv]);
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
  /** Done to the new shell before anything runs. */
  readonly prepare?: (inner: Shell) => void;
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
  prepare?.(inner);
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
