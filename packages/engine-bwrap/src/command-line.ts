import { endianness } from "node:os";

import { type BwrapPlan, type Command, SandboxError, type Stdio } from "@agent-sandbox/core";

import { checkProgram } from "./find-program.ts";
import { ofLoader } from "./loader-variables.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { terminalWords } from "./terminal-words.ts";
import { toBwrapArgs } from "./to-bwrap-args.ts";

export interface BwrapRequest {
  readonly plan: BwrapPlan;
  readonly command: Command;
  readonly stdio: Stdio;
  /** What starts in the sandbox before the command and becomes it. */
  readonly lead?: readonly string[];
}

/** How bubblewrap is started for one command. */
export interface CommandLine {
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** What it reads, from descriptor `FIRST_GIVEN_FD` on. */
  readonly given: readonly Uint8Array[];
}

/** What bubblewrap itself refuses to read (bubblewrap.c, MAX_ARGS). */
const MOST_ARGUMENTS = 9_000;

/** The descriptors after the three standard ones: what it tells, and what lets the command begin. */
export const STATUS_FD = 3;
export const GO_FD = 4;
export const FIRST_GIVEN_FD = 5;

const ARGS_FD = FIRST_GIVEN_FD;
const FILTER_FD = FIRST_GIVEN_FD + 1;
const FIRST_CONTENT_FD = FIRST_GIVEN_FD + 2;

/**
 * The command line of one command; nothing of the plan is in it, where other users could read it. Fails
 * with PROGRAM_MISSING or POLICY_DENIED for a command that is not there or may not be executed.
 */
export function commandLine(
  { plan, command, stdio, lead = [] }: BwrapRequest,
  bwrap: string,
): CommandLine {
  const isTerminal = stdio.terminal !== undefined;
  const environment = { ...plan.environment, ...command.environment };
  checkProgram(command.argv[0], plan, environment["PATH"]);
  const { outside, inside } = ofLoader(environment);
  const args = [
    ...toBwrapArgs(plan, {
      isTerminal,
      filterFd: FILTER_FD,
      place: ({ target, mode }, index) => [
        ...["--perms", mode.toString(8).padStart(4, "0")],
        ...["--ro-bind-data", (FIRST_CONTENT_FD + index).toString(), target],
      ],
    }),
    ...["--json-status-fd", STATUS_FD.toString(), "--block-fd", GO_FD.toString()],
    ...inside.flatMap(([name, value]) => ["--setenv", name, value]),
  ];
  checkNumber(args);
  const words = terminalWords(isTerminal, plan);
  const start = [
    bwrap,
    "--args",
    ARGS_FD.toString(),
    "--",
    ...words.after,
    ...lead,
    ...command.argv,
  ];
  return {
    argv: [...words.before, ...start] as [string, ...string[]],
    environment: outside,
    given: [
      Buffer.from(args.map((arg) => `${arg}\0`).join("")),
      systemCallFilter({
        machine: process.arch,
        endianness: endianness(),
        nests: plan.nests,
      }),
      ...plan.shims.files.map(({ content }) => Buffer.from(content)),
    ],
  };
}

function checkNumber(args: readonly string[]): void {
  if (args.length <= MOST_ARGUMENTS) return;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    "Cannot hide or keep so many paths: they are more than bubblewrap takes",
    { hint: "Name the directories that they are in with filesystem.exclude or filesystem.ro" },
  );
}
