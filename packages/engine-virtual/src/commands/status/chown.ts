import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { runEachOperand, OperandError, orGiveUp } from "../each-operand.ts";
import { joined, missingOperand } from "../operands.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted, quoted } from "../quote.ts";

const OPTIONS = {
  changes: "-c --changes",
  quiet: "-f --silent --quiet",
  verbose: "-v --verbose",
  noDereference: "-h --no-dereference",
  dereference: "--dereference",
  reference: "--reference=RFILE",
  recursive: "-R --recursive",
} as const;

type OwnerCall = Call<keyof typeof OPTIONS>;

interface Owners {
  readonly user?: string;
  readonly group?: string;
}

const isRoot = (name: string | undefined): boolean =>
  name === undefined || name === "root" || /^\+?0+$/.test(name);

/** There is one user and one group: other names are of nobody, other numbers cannot be given. */
function refuseUnknown({ user, group }: Owners, text: string): void {
  const isNumber = (name = "0"): boolean => isRoot(name) || /^\+?\d+$/.test(name);
  if (!isNumber(user)) throw new CommandError(`invalid user: ${localeQuoted(text)}`);
  if (!isNumber(group)) throw new CommandError(`invalid group: ${localeQuoted(text)}`);
}

function ownersOf(name: string, text: string): Owners {
  if (name === "chgrp") return { group: text };
  const [user = "", group = ""] = text.split(/[:.]/, 2);
  return { ...(user !== "" && { user }), ...(group !== "" && { group }) };
}

function* setOne(call: OwnerCall, path: string, isAllowed: boolean): Running<void> {
  const { invocation, options } = call;
  const { files, resolve, name, stdout } = invocation;
  yield;
  const full = resolve(path);
  const { kind } = options.has("noDereference") ? files.lstat(full) : files.stat(full);
  const what = name === "chgrp" ? "group" : "ownership";
  if (!isAllowed) {
    throw new OperandError(`changing ${what} of ${quoted(path)}: Operation not permitted`);
  }
  if (options.has("verbose")) {
    stdout.write(`${what} of ${quoted(path)} retained as root\n`);
  }
  if (!options.has("recursive") || kind !== "directory") return;
  for (const entry of files.list(full)) {
    if (entry.kind !== "link") yield* setOne(call, joined(path, entry.name), isAllowed);
  }
}

function* run(call: OwnerCall): Running<number> {
  const { invocation, options } = call;
  const { operands } = options;
  const reference = options.value("reference");
  const [text] = operands;
  if (text === undefined) missingOperand();
  const paths = reference === undefined ? operands.slice(1) : operands;
  if (paths.length === 0) throw new UsageError(`missing operand after ${localeQuoted(text)}`);
  const owners = reference === undefined ? ownersOf(invocation.name, text) : {};
  refuseUnknown(owners, text);
  if (reference !== undefined) {
    const words = `failed to get attributes of ${quoted(reference)}`;
    orGiveUp(words, () => invocation.files.stat(invocation.resolve(reference)));
  }
  const isAllowed = isRoot(owners.user) && isRoot(owners.group);
  return yield* runEachOperand(call, {
    operands: paths,
    wording: (operand) => `cannot access ${quoted(operand)}`,
    work: (operand) => setOne(call, operand, isAllowed),
  });
}

export const chown = defineCommand({
  name: "chown",
  description: "Change file owners: every file is root's",
  usage: "[OPTION]... [OWNER][:[GROUP]] FILE...",
  options: OPTIONS,
  run,
});

export const chgrp = defineCommand({
  name: "chgrp",
  description: "Change file groups: every file is root's",
  usage: "[OPTION]... GROUP FILE...",
  options: OPTIONS,
  run,
});
