import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import { hostOf, MACHINE } from "./machine.ts";

const OPTIONS = {
  all: "-a --all",
  kernel: "-s --kernel-name",
  node: "-n --nodename",
  release: "-r --kernel-release",
  version: "-v --kernel-version",
  machine: "-m --machine",
  processor: "-p --processor",
  platform: "-i --hardware-platform",
  system: "-o --operating-system",
} as const;

/** In the order in which they are shown; of all, what is not known is left out. */
const PARTS = ["kernel", "node", "release", "version", "machine", "system"] as const;
const UNKNOWN = ["processor", "platform"] as const;

function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  yield;
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  const values = {
    ...MACHINE,
    machine: MACHINE.hardware,
    node: hostOf(invocation),
    processor: "unknown",
    platform: "unknown",
  };
  const [front, behind] = [PARTS.slice(0, 5), PARTS.slice(5)];
  const isAll = options.has("all");
  const wanted = [...front, ...(isAll ? [] : UNKNOWN), ...behind].filter(
    (part) => isAll || options.has(part),
  );
  const shown = wanted.length === 0 ? [values.kernel] : wanted.map((part) => values[part]);
  invocation.stdout.write(`${shown.join(" ")}\n`);
  return 0;
}

export const uname = defineCommand({
  name: "uname",
  description: "Show what this system is",
  usage: "[OPTION]...",
  options: OPTIONS,
  run,
});

function* showHardware({ invocation, options }: Call<never>): Running<number> {
  yield;
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  invocation.stdout.write(`${MACHINE.hardware}\n`);
  return 0;
}

export const arch = defineCommand<never>({
  name: "arch",
  description: "Show what hardware this is",
  usage: "",
  options: {},
  run: showHardware,
});
