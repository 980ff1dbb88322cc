import { CommandPrinter } from "../print/print-command.ts";
import { setNames } from "../set-options.ts";
import type { Shell } from "../shell.ts";

/** `$?` and its like. */
export function specialText(shell: Shell, name: string): string | undefined {
  switch (name) {
    case "?":
      return shell.status.toString();
    case "#":
      return shell.parameters.args.length.toString();
    case "$":
      return shell.pid.toString();
    case "!":
      return shell.lastBackground?.toString();
    case "0":
      return shell.parameters.name;
    case "-":
      return flagsOf(shell);
    case "_":
      return shell.lastArgument;
    default:
      return undefined;
  }
}

/** In bash's order; those without an option are always on. */
const FLAGS = [
  ...[["a", "allexport"] as const, ["e", "errexit"] as const, ["f", "noglob"] as const],
  ...[["h", undefined] as const, ["u", "nounset"] as const, ["v", "verbose"] as const],
  ...[["x", "xtrace"] as const],
  ...[["B", undefined] as const, ["C", "noclobber"] as const, ["E", "errtrace"] as const],
  ...[["P", "physical"] as const, ["T", "functrace"] as const, ["c", undefined] as const],
];

function flagsOf(shell: Shell): string {
  return FLAGS.map(([letter, option]) =>
    option === undefined || shell.isOn(option) ? letter : "",
  ).join("");
}

/** Variables that have a value of their own each time, until a script sets them. */
export function dynamicText(shell: Shell, name: string): string | undefined {
  switch (name) {
    case "RANDOM":
      return nextRandom(shell).toString();
    case "SRANDOM":
      return Math.floor(Math.random() * 4_294_967_296).toString();
    case "SECONDS":
      return Math.floor((shell.world.now() - shell.started) / 1000).toString();
    case "EPOCHSECONDS":
      return Math.floor(shell.world.now() / 1000).toString();
    case "EPOCHREALTIME":
      return (shell.world.now() / 1000).toFixed(6);
    case "LINENO":
      return shell.line.toString();
    case "BASH_SUBSHELL":
      return shell.subshells.toString();
    default:
      return runningText(shell, name) ?? CONSTANTS.get(name);
  }
}

/** What runs, and where. */
function runningText(shell: Shell, name: string): string | undefined {
  if (name === "BASH_COMMAND") return commandText(shell);
  if (name === "SHELLOPTS") return setNames(shell);
  if (name !== "BASHPID") return undefined;
  shell.processId ??= shell.world.processes.nextPid();
  return shell.processId.toString();
}

/** What runs, or, in a trap, what ran when it was called. */
function commandText({ command, commandHead, commandSource }: Shell): string {
  if (commandHead !== undefined) return commandHead;
  return command === undefined ? "" : new CommandPrinter(commandSource, true).command(command, "");
}

const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ["BASH_VERSION", "5.2.15(1)-release"],
  ["BASH", "/bin/bash"],
  ["EUID", "0"],
  ["HOSTNAME", "localhost"],
  ["HOSTTYPE", "x86_64"],
  ["MACHTYPE", "x86_64-pc-linux-gnu"],
  ["OPTIND", "1"],
  ["OSTYPE", "linux-gnu"],
  ["PPID", "0"],
  ["PS4", "+ "],
  ["SHELL", "/bin/bash"],
  ["SHLVL", "1"],
  ["UID", "0"],
]);

/** Park and Miller's, as bash has it: the same seed gives the same numbers. */
function nextRandom(shell: Shell): number {
  if (shell.seed === undefined) return Math.floor(Math.random() * 32_768);
  const last = shell.seed === 0 ? 123_459_876 : shell.seed;
  const high = Math.trunc(last / 127_773);
  const next = 16_807 * (last - 127_773 * high) - 2836 * high;
  shell.seed = next < 0 ? next + 0x7fffffff : next;
  return ((shell.seed >>> 16) ^ (shell.seed & 65_535)) & 32_767;
}

/** What setting such a variable does; true where that is all that happens. */
export function setDynamic(shell: Shell, name: string, text: string): boolean {
  if (name === "RANDOM") shell.seed = wholeNumber(text) >>> 0;
  else if (name === "SECONDS") shell.started = shell.world.now() - wholeNumber(text) * 1000;
  else return false;
  return true;
}

function wholeNumber(text: string): number {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : 0;
}

/** Arrays that the shell keeps itself. */
export function dynamicArray(shell: Shell, name: string): readonly string[] | undefined {
  switch (name) {
    case "PIPESTATUS":
      return shell.pipeStatuses.map(String);
    case "FUNCNAME":
      return functionNames(shell);
    case "BASH_SOURCE":
      return [...shell.calls.map(({ origin }) => origin).reverse(), ...ofFile(shell, shell.file)];
    case "BASH_LINENO":
      return [...shell.calls.map(({ line }) => line.toString()).reverse(), ...ofFile(shell, "0")];
    case "BASH_VERSINFO":
      return ["5", "2", "15", "1", "release", "x86_64-pc-linux-gnu"];
    case "DIRSTACK":
      return [shell.cwd, ...shell.directories];
    case "GROUPS":
      return ["0"];
    default:
      return undefined;
  }
}

function functionNames(shell: Shell): readonly string[] {
  if (shell.functionDepth === 0) return [];
  return [...shell.calls.map(({ name }) => name).reverse(), ...ofFile(shell, "main")];
}

/** What there is of a script that is a file, behind all that it calls. */
function ofFile({ file }: Shell, value: string | undefined): readonly string[] {
  return file === undefined || value === undefined ? [] : [value];
}
