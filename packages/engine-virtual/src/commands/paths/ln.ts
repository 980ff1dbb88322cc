import { FileError } from "../../files/errors.ts";
import { BACKUP_OPTIONS, Backups } from "../backups.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { OperandError } from "../each-operand.ts";
import { joined, lastName, missingFile } from "../operands.ts";
import { CommandError, UsageError } from "../options.ts";
import { quoted } from "../quote.ts";
import type { Task } from "../targets.ts";
import { statusAt } from "../transfer.ts";
import { canonicalPath, relativePath } from "./canonical-path.ts";
import { directoryName } from "./dirname.ts";

const OPTIONS = {
  ...BACKUP_OPTIONS,
  force: "-f --force",
  noDereference: "-n --no-dereference",
  relative: "-r --relative",
  symbolic: "-s --symbolic",
  targetDirectory: "-t --target-directory=DIRECTORY",
  noTarget: "-T --no-target-directory",
  verbose: "-v --verbose",
} as const;

type LnCall = Call<keyof typeof OPTIONS>;

/** Whether links are to be made in it. */
function isPlace({ invocation, options }: LnCall, operand: string): boolean {
  const follows = !options.has("noDereference");
  return statusAt(invocation, operand, follows)?.kind === "directory";
}

const into = (sources: readonly string[], directory: string): readonly Task[] =>
  sources.map((source) => ({ source, target: joined(directory, lastName(source)) }));

function ofTwo(operands: readonly string[]): readonly Task[] {
  const [source, target, extra] = operands;
  if (source === undefined || target === undefined) missingFile(operands);
  if (extra !== undefined) throw new UsageError(`extra operand ${quoted(extra)}`);
  return [{ source, target }];
}

/** GNU has other words for `-t` than for the last of several operands. */
function refusePlace({ invocation, options }: LnCall, place: string): never {
  const isThere = statusAt(invocation, place, true) !== undefined;
  const shown = quoted(place);
  const reason = isThere ? "Not a directory" : "No such file or directory";
  if (!options.has("targetDirectory")) throw new CommandError(`target ${shown}: ${reason}`);
  throw new CommandError(
    isThere ? `target ${shown} is not a directory` : `failed to access ${shown}: ${reason}`,
  );
}

function tasksOf(call: LnCall): readonly Task[] {
  const { options } = call;
  const { operands } = options;
  const directory = options.value("targetDirectory");
  if (directory !== undefined && !isPlace(call, directory)) refusePlace(call, directory);
  if (operands.length === 0) missingFile(operands);
  if (directory !== undefined) {
    return into(operands, directory);
  }
  if (options.has("noTarget")) return ofTwo(operands);
  if (operands.length === 1) return into(operands, ".");
  const last = operands.at(-1) ?? "";
  if (isPlace(call, last)) return into(operands.slice(0, -1), last);
  if (operands.length > 2) refusePlace(call, last);
  return ofTwo(operands);
}

/** The target as the link is to hold it. */
function heldBy({ invocation, options }: LnCall, { source, target }: Task): string {
  if (!options.has("relative")) return source;
  const { files, resolve } = invocation;
  const from = canonicalPath(files, resolve(directoryName(target)), "none");
  return relativePath(from, canonicalPath(files, resolve(source), "none"));
}

/** What is in the way is kept under another name, or goes where that is asked for; what is said of it. */
function makeRoom({ invocation, options }: LnCall, { source, target }: Task): string {
  const there = statusAt(invocation, target, false);
  const backups = new Backups(invocation, options);
  if (there === undefined || !(options.has("force") || backups.isOn)) return "";
  if (there.kind === "directory") {
    throw new OperandError(`${target}: cannot overwrite directory`);
  }
  const { files, resolve } = invocation;
  const real = (path: string): string =>
    joined(canonicalPath(files, resolve(directoryName(path)), "none"), lastName(path));
  if (statusAt(invocation, source, false) !== undefined && real(source) === real(target)) {
    throw new OperandError(`${quoted(source)} and ${quoted(target)} are the same file`);
  }
  if (backups.isOn) {
    const name = backups.nameFor(target);
    backups.keep({ source, target }, "copied");
    return `${quoted(name)} ~ `;
  }
  files.remove(resolve(target));
  return "";
}

function linkOne(call: LnCall, task: Task): void {
  const isSymbolic = call.options.has("symbolic");
  const { held, said } = isSymbolic ? linkSymbolically(call, task) : linkHard(call, task);
  if (!call.options.has("verbose")) return;
  const arrow = isSymbolic ? "->" : "=>";
  call.invocation.stdout.write(`${said}${quoted(task.target)} ${arrow} ${quoted(held)}\n`);
}

interface Linked {
  readonly held: string;
  /** Of what was in the way. */
  readonly said: string;
}

function linkSymbolically(call: LnCall, task: Task): Linked {
  const { files, resolve } = call.invocation;
  const held = heldBy(call, task);
  try {
    const said = makeRoom(call, task);
    files.link(held, resolve(task.target));
    return { held, said };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const words = `failed to create symbolic link ${quoted(task.target)}`;
    throw new OperandError(`${words}: ${error.message}`);
  }
}

function linkHard(call: LnCall, task: Task): Linked {
  const { files, resolve } = call.invocation;
  const { source, target } = task;
  const there = statusAt(call.invocation, source, false);
  if (there === undefined) {
    throw new OperandError(`failed to access ${quoted(source)}: No such file or directory`);
  }
  if (there.kind === "directory") {
    throw new OperandError(`${source}: hard link not allowed for directory`);
  }
  try {
    const said = makeRoom(call, task);
    files.addName(resolve(source), resolve(target));
    return { held: source, said };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const from = error.code === "EEXIST" ? "" : ` => ${quoted(source)}`;
    throw new OperandError(`failed to create hard link ${quoted(target)}${from}: ${error.message}`);
  }
}

function* run(call: LnCall): Running<number> {
  const { invocation, options } = call;
  if (options.has("relative") && !options.has("symbolic")) {
    throw new CommandError("cannot do --relative without --symbolic");
  }
  const tasks = tasksOf(call);
  let status = 0;
  for (const task of tasks) {
    yield;
    try {
      linkOne(call, task);
    } catch (error) {
      if (!(error instanceof OperandError)) throw error;
      complain(invocation, error.message);
      status = 1;
    }
  }
  return status;
}

export const ln = defineCommand({
  name: "ln",
  description: "Make links between files",
  usage: "[OPTION]... TARGET... [LINK_NAME | DIRECTORY]",
  options: OPTIONS,
  run,
});
