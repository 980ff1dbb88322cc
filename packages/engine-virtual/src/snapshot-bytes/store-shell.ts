import { readScript } from "../shell/run/parse-cache.ts";
import type { Shell } from "../shell/shell.ts";
import { isSetOption, isShoptOption, type ShellOption } from "../shell/shell-options.ts";
import { Variables } from "../shell/variables/variables.ts";
import type { ShellFunction } from "../shell/world.ts";
import { count, list, pair, type Read, record, refuse, text, time } from "./field.ts";
import { snapshotInvalid } from "./snapshot-invalid.ts";
import { storeVariable, takeVariable } from "./store-variable.ts";

/** All that a shell keeps from call to call. */
export function storeShell(shell: Shell): Readonly<Record<string, unknown>> {
  const functions = [...shell.functions].map(([name, { definition, source }]) => [
    name,
    source.slice(definition.start, definition.end),
  ]);
  return {
    cwd: shell.cwd,
    umask: shell.umask,
    status: shell.status,
    pipeStatuses: shell.pipeStatuses,
    name: shell.parameters.name,
    args: shell.parameters.args,
    started: shell.started,
    options: [...shell.options],
    traps: [...shell.traps],
    errorTrapDepth: shell.errorTrapDepth,
    aliases: [...shell.aliases],
    directories: shell.directories,
    lastArgument: shell.lastArgument,
    seed: shell.seed,
    exportedFunctions: [...shell.exportedFunctions],
    functions,
    variables: [...shell.variables.entries()].map(([name, one]) => [name, storeVariable(one)]),
  };
}

const status = count(255);
const WHAT = "its shell";

/** Gives a shell that nobody uses yet what `storeShell` kept of another one. */
export function takeShell(shell: Shell, stored: unknown): void {
  const given = record(stored, WHAT);
  const cwd = text(given["cwd"], WHAT);
  shell.cwd = cwd.startsWith("/") ? cwd : refuse(WHAT);
  shell.umask = count(0o777)(given["umask"], WHAT);
  shell.status = status(given["status"], WHAT);
  shell.pipeStatuses = list(status)(given["pipeStatuses"], WHAT);
  shell.parameters = {
    name: text(given["name"], WHAT),
    args: list(text)(given["args"], WHAT),
  };
  shell.options = new Set(list(option)(given["options"], WHAT));
  shell.traps = new Map(list(pair(text, text))(given["traps"], WHAT));
  shell.errorTrapDepth = count()(given["errorTrapDepth"], WHAT);
  takeConveniences(shell, given);
  const functions = list(pair(text, text))(given["functions"], "its list of functions");
  shell.functions = new Map(functions.map(([name, code]) => [name, functionOf(name, code)]));
  const variables = list(pair(text, takeVariable))(given["variables"], WHAT);
  shell.variables = new Variables(shell.world.limits, [new Map(variables)]);
}

/** What those who type make their work shorter by. */
function takeConveniences(shell: Shell, given: Readonly<Record<string, unknown>>): void {
  shell.aliases = new Map(list(pair(text, text))(given["aliases"], WHAT));
  shell.directories = list(text)(given["directories"], WHAT);
  shell.lastArgument = text(given["lastArgument"], WHAT);
  shell.seed = given["seed"] === undefined ? undefined : time(given["seed"], WHAT);
  shell.exportedFunctions = new Set(list(text)(given["exportedFunctions"], WHAT));
}

/** When the shell began, which `$SECONDS` counts from. */
export function startOf(stored: unknown): number {
  return time(record(stored, WHAT)["started"], WHAT);
}

const option: Read<ShellOption> = (value) => {
  const name = text(value, WHAT);
  return isSetOption(name) || isShoptOption(name) ? name : refuse(`the option "${name}"`);
};

function functionOf(name: string, source: string): ShellFunction {
  const definition = definitionIn(source);
  if (definition?.name === name) return { definition, source, origin: "environment" };
  throw snapshotInvalid(`the function ${JSON.stringify(name)} cannot be read`);
}

function definitionIn(source: string): ShellFunction["definition"] | undefined {
  try {
    const command = readScript(source).statements[0]?.links[0]?.pipeline.commands[0];
    return command?.type === "function" ? command : undefined;
  } catch {
    return undefined;
  }
}
