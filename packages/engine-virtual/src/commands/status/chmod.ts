import type { FileStatus } from "../../files/files.ts";
import type { Command, Invocation, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { runEachOperand, OperandError, orGiveUp } from "../each-operand.ts";
import { changedMode, modeLetters } from "../modes.ts";
import { joined, missingOperand } from "../operands.ts";
import { UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";
import { statusAt } from "../transfer.ts";

const OPTIONS = {
  changes: "-c --changes",
  quiet: "-f --silent --quiet",
  verbose: "-v --verbose",
  reference: "--reference=RFILE",
  recursive: "-R --recursive",
} as const;

type ChmodCall = Call<keyof typeof OPTIONS>;
type Change = (status: FileStatus) => number;

interface Task {
  readonly call: ChmodCall;
  readonly change: Change;
}

const shown = (mode: number): string =>
  `${mode.toString(8).padStart(4, "0")} (${modeLetters(mode)})`;

function changeOf({ invocation, options }: ChmodCall, text: string | undefined): Change {
  const { files, resolve, umask } = invocation;
  const reference = options.value("reference");
  if (reference !== undefined) {
    const words = `failed to get attributes of ${quoted(reference)}`;
    const { mode } = orGiveUp(words, () => files.stat(resolve(reference)));
    return () => mode;
  }
  const mode = text ?? "";
  const change: Change = (status) =>
    changedMode(mode, { mode: status.mode, isDirectory: status.kind === "directory", umask }) ??
    status.mode;
  if (changedMode(mode, { mode: 0, isDirectory: false, umask }) === undefined) {
    throw new UsageError(`invalid mode: ${localeQuoted(mode)}`);
  }
  return change;
}

function tell({ invocation, options }: ChmodCall, operand: string, modes: readonly number[]): void {
  const [before = 0, after = 0] = modes;
  const isChanged = before !== after;
  if (!options.has("verbose") && !(options.has("changes") && isChanged)) return;
  const what = isChanged
    ? `changed from ${shown(before)} to ${shown(after)}`
    : `retained as ${shown(after)}`;
  invocation.stdout.write(`mode of ${quoted(operand)} ${what}\n`);
}

function setMode({ call, change }: Task, operand: string): FileStatus {
  const { files, resolve } = call.invocation;
  const status = files.stat(resolve(operand));
  const mode = change(status);
  files.setMode(resolve(operand), mode);
  tell(call, operand, [status.mode, mode]);
  return status;
}

function* setAll(task: Task, operand: string): Running<void> {
  const { invocation, options } = task.call;
  const { files, resolve } = invocation;
  yield;
  const { kind } = setMode(task, operand);
  if (!options.has("recursive") || kind !== "directory") return;
  for (const entry of files.list(resolve(operand))) {
    const path = joined(operand, entry.name);
    if (entry.kind !== "link") yield* setAll(task, path);
    else if (options.has("verbose")) {
      const words = `neither symbolic link ${quoted(path)} nor referent has been changed`;
      invocation.stdout.write(`${words}\n`);
    }
  }
}

/** A link that leads nowhere is there, but cannot be changed. */
function refuseMissing({ invocation, options }: ChmodCall, operand: string): void {
  if (statusAt(invocation, operand, true) !== undefined) return;
  if (options.has("verbose")) invocation.stdout.write(`${quoted(operand)} could not be accessed\n`);
  if (statusAt(invocation, operand, false) === undefined) return;
  throw new OperandError(`cannot operate on dangling symlink ${quoted(operand)}`);
}

function* run(call: ChmodCall): Running<number> {
  const { operands } = call.options;
  const hasReference = call.options.has("reference");
  const [mode] = operands;
  if (mode === undefined) missingOperand();
  const paths = hasReference ? operands : operands.slice(1);
  if (paths.length === 0) throw new UsageError(`missing operand after ${localeQuoted(mode)}`);
  const task = { call, change: changeOf(call, mode) };
  return yield* runEachOperand(
    { invocation: call.options.has("quiet") ? silenced(call.invocation) : call.invocation },
    {
      operands: paths,
      wording: (operand) => `cannot access ${quoted(operand)}`,
      *work(operand) {
        refuseMissing(call, operand);
        yield* setAll(task, operand);
      },
    },
  );
}

const silenced = (invocation: Invocation): Invocation => ({
  ...invocation,
  stderr: { write: () => undefined },
});

const defined = defineCommand({
  name: "chmod",
  description: "Change file modes",
  usage: "[OPTION]... MODE[,MODE]... FILE...\n  or:  chmod [OPTION]... --reference=RFILE FILE...",
  options: OPTIONS,
  run,
});

/** `-x` and `-rw` are modes: they come behind the options, in front of all operands. */
function withModeInFront(args: readonly string[]): readonly string[] {
  const at = args.findIndex((word) => word === "--" || /^-[rwxXstugoa,+=0-7]/.test(word));
  const mode = args[at];
  if (mode === undefined || mode === "--") return args;
  const rest = args.toSpliced(at, 1);
  const first = rest.findIndex((word) => !/^-./.test(word) || word === "--");
  const end = first === -1 ? rest.length : first;
  return [...rest.slice(0, end), "--", mode, ...rest.slice(end).filter((word) => word !== "--")];
}

export const chmod: Command = {
  ...defined,
  run: (invocation) => defined.run({ ...invocation, args: withModeInFront(invocation.args) }),
};
