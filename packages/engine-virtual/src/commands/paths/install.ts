import { FileError } from "../../files/errors.ts";
import type { Invocation, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachOperand, OperandError } from "../each-operand.ts";
import { BACKUP_OPTIONS, Backups } from "../backups.ts";
import { changedMode } from "../modes.ts";
import { joined, lastName, missingFile } from "../operands.ts";
import { CommandError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { statusAt } from "../transfer.ts";
import { directoryName } from "./dirname.ts";

const OPTIONS = {
  ...BACKUP_OPTIONS,
  compare: "-C --compare",
  directories: "-d --directory",
  leading: "-D",
  group: "-g --group=GROUP",
  ignored: "-c",
  mode: "-m --mode=MODE",
  noTarget: "-T --no-target-directory",
  owner: "-o --owner=OWNER",
  preserve: "-p --preserve-timestamps",
  targetDirectory: "-t --target-directory=DIRECTORY",
  verbose: "-v --verbose",
} as const;

type InstallCall = Call<keyof typeof OPTIONS>;

const DEFAULT_MODE = 0o755;

function modeOf({ options }: InstallCall): number {
  const text = options.value("mode");
  if (text === undefined) return DEFAULT_MODE;
  const mode = changedMode(text, { mode: 0, isDirectory: options.has("directories"), umask: 0 });
  if (mode === undefined) throw new CommandError(`invalid mode ${localeQuoted(text)}`);
  return mode;
}

/** Every file is root's. */
function refuseOwners({ options }: InstallCall): void {
  for (const [key, what] of [
    ["owner", "user"],
    ["group", "group"],
  ] as const) {
    const name = options.value(key) ?? "root";
    if (name !== "root" && !/^0+$/.test(name))
      throw new CommandError(`invalid ${what} ${localeQuoted(name)}`);
  }
}

function isDirectory({ files, resolve }: Invocation, path: string): boolean {
  return files.exists(resolve(path)) && files.stat(resolve(path)).kind === "directory";
}

/** Makes a directory and those that it is in; the last one gets a mode. */
function makeDirectories(call: InstallCall, path: string, mode: number): void {
  const { files, resolve, stdout } = call.invocation;
  if (!isDirectory(call.invocation, path)) {
    const parent = directoryName(path);
    if (parent !== path && parent !== ".") makeDirectories(call, parent, DEFAULT_MODE);
    try {
      files.makeDirectory(resolve(path), mode);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new OperandError(`cannot create directory ${localeQuoted(path)}: ${error.message}`);
    }
    if (call.options.has("verbose")) {
      stdout.write(`install: creating directory ${quoted(path)}\n`);
    }
  }
}

function copyOne(call: InstallCall, source: string, target: string): void {
  const { files, resolve, stdout } = call.invocation;
  const { kind, modified } = files.stat(resolve(source));
  if (kind === "directory") throw new OperandError(`omitting directory ${quoted(source)}`);
  if (call.options.has("leading")) makeDirectories(call, directoryName(target), DEFAULT_MODE);
  try {
    refuseTaken(call.invocation, source, target);
    if (call.options.has("compare") && isSame(call, source, target)) return;
    const said = makeRoom(call, source, target);
    files.write(resolve(target), files.read(resolve(source)));
    files.setMode(resolve(target), modeOf(call));
    if (call.options.has("preserve")) files.setModified(resolve(target), modified);
    if (call.options.has("verbose"))
      stdout.write(`${quoted(source)} -> ${quoted(target)}${said}\n`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new OperandError(`cannot create regular file ${quoted(target)}: ${error.message}`);
  }
}

/** What is there is another file than the new one, which may be a link or have other names. */
function makeRoom({ invocation, options }: InstallCall, source: string, target: string): string {
  const { files, resolve, stdout } = invocation;
  if (statusAt(invocation, target, false) === undefined) return "";
  const said = new Backups(invocation, options).keep({ source, target }, "copied");
  if (said !== "") return said;
  files.remove(resolve(target));
  if (options.has("verbose")) stdout.write(`removed ${quoted(target)}\n`);
  return "";
}

/** With `-C`: whether it is there, as it would be. */
function isSame(call: InstallCall, source: string, target: string): boolean {
  const { files, resolve } = call.invocation;
  const there = statusAt(call.invocation, target, false);
  if (there?.kind !== "file" || there.mode !== modeOf(call)) return false;
  return Buffer.compare(files.read(resolve(source)), files.read(resolve(target))) === 0;
}

function refuseTaken(invocation: Invocation, source: string, target: string): void {
  const { files, resolve } = invocation;
  if (isDirectory(invocation, target)) {
    throw new OperandError(`cannot overwrite directory ${quoted(target)} with non-directory`);
  }
  const isThere = files.exists(resolve(target));
  if (isThere && files.realPath(resolve(target)) === files.realPath(resolve(source))) {
    throw new OperandError(`${quoted(source)} and ${quoted(target)} are the same file`);
  }
}

/** Where each source goes. */
function targetsOf(call: InstallCall): (source: string) => string {
  const { invocation, options } = call;
  const { operands } = options;
  const directory = options.value("targetDirectory");
  if (directory !== undefined) {
    if (options.has("leading")) makeDirectories(call, directory, DEFAULT_MODE);
    if (!isDirectory(invocation, directory))
      refuseTarget(invocation, directory, "failed to access");
    return (source) => joined(directory, lastName(source));
  }
  if (operands.length < 2) missingFile(operands);
  const last = operands.at(-1) ?? "";
  if (!options.has("noTarget") && isDirectory(invocation, last)) {
    return (source) => joined(last, lastName(source));
  }
  if (operands.length > 2) refuseTarget(invocation, last);
  return () => last;
}

function refuseTarget({ files, resolve }: Invocation, target: string, words = "target"): never {
  const reason = files.exists(resolve(target)) ? "Not a directory" : "No such file or directory";
  throw new CommandError(`${words} ${quoted(target)}: ${reason}`);
}

function* run(call: InstallCall): Running<number> {
  const { options } = call;
  const { operands } = options;
  modeOf(call);
  refuseOwners(call);
  if (options.has("directories")) {
    if (operands.length === 0) missingFile(operands);
    const work = (path: string): void => makeDirectories(call, path, modeOf(call));
    return yield* eachOperand(call, { operands, wording: quoted, work });
  }
  const targetOf = targetsOf(call);
  const sources = options.has("targetDirectory") ? operands : operands.slice(0, -1);
  return yield* eachOperand(call, {
    operands: sources,
    wording: (source) => `cannot stat ${quoted(source)}`,
    work: (source) => copyOne(call, source, targetOf(source)),
  });
}

export const install = defineCommand({
  name: "install",
  description: "Copy files and set their modes",
  usage: "[OPTION]... SOURCE... DEST",
  options: OPTIONS,
  run,
});
