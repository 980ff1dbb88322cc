import { endianness } from "node:os";

import { type BwrapPlan, type Command, type PlannedFile, SandboxError } from "@agent-sandbox/core";

import { ofLoader } from "./loader-variables.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { terminalWords } from "./terminal-words.ts";
import { enteredArgs, roomArgs, toBwrapArgs } from "./to-bwrap-args.ts";

export interface LineRequest {
  readonly plan: BwrapPlan;
  readonly command: Command;
  /** Whether the command works on a terminal. */
  readonly isTerminal: boolean;
  /** What starts in the sandbox before the command and becomes it. */
  readonly lead?: readonly string[] | undefined;
}

/** How bubblewrap is started. */
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

/**
 * The command line of one command in a sandbox of its own; nothing of the plan is in it, where other users
 * could read it.
 */
export function commandLine(request: LineRequest, bwrap: string): CommandLine {
  const { plan, isTerminal } = request;
  const place = placedFrom(FILTER_FD + 1);
  const args = toBwrapArgs(plan, { isTerminal, filterFd: FILTER_FD, place });
  return lineOf(request, { start: [bwrap], args, files: contents(plan) });
}

/** That of one command in a sandbox whose files are mounted already; `start` leads bubblewrap there. */
export function enteringLine(request: LineRequest, start: Start): CommandLine {
  const { plan, isTerminal } = request;
  const args = enteredArgs(plan, { isTerminal, filterFd: FILTER_FD });
  return lineOf(request, { start, args, files: [] });
}

/** That of what holds these files: it waits for good, and no command follows. */
export function roomLine(plan: BwrapPlan, bwrap: string): CommandLine {
  const args = [...roomArgs(plan, { place: placedFrom(ARGS_FD + 1) }), ...REPORTING];
  return {
    argv: [bwrap, "--args", ARGS_FD.toString(), "--", "true"],
    environment: {},
    given: [toGiven(args), ...contents(plan)],
  };
}

type Start = readonly [string, ...string[]];

interface Parts {
  /** bubblewrap, and what leads it to where it is to start. */
  readonly start: Start;
  readonly args: readonly string[];
  /** What it reads after its arguments and the filter. */
  readonly files: readonly Uint8Array[];
}

const REPORTING = ["--json-status-fd", STATUS_FD.toString(), "--block-fd", GO_FD.toString()];

function lineOf(
  { plan, command, isTerminal, lead = [] }: LineRequest,
  { start, args, files }: Parts,
): CommandLine {
  const { outside, inside } = ofLoader({ ...plan.environment, ...command.environment });
  const variables = inside.flatMap(([name, value]) => ["--setenv", name, value]);
  const words = terminalWords(isTerminal, plan);
  const [first, ...rest] = [...words.before, ...start] as [string, ...string[]];
  const after = ["--", ...words.after, ...lead, ...command.argv];
  return {
    argv: [first, ...rest, "--args", ARGS_FD.toString(), ...after],
    environment: outside,
    given: [
      toGiven([...args, ...REPORTING, ...variables]),
      systemCallFilter({
        machine: process.arch,
        endianness: endianness(),
        nests: plan.nests,
      }),
      ...files,
    ],
  };
}

function placedFrom(firstFd: number) {
  return ({ target, mode }: PlannedFile, index: number): readonly string[] => [
    ...["--perms", mode.toString(8).padStart(4, "0")],
    ...["--ro-bind-data", (firstFd + index).toString(), target],
  ];
}

function contents({ shims }: BwrapPlan): readonly Uint8Array[] {
  return shims.files.map(({ content }) => Buffer.from(content));
}

function toGiven(args: readonly string[]): Uint8Array {
  checkNumber(args);
  return Buffer.from(args.map((arg) => `${arg}\0`).join(""));
}

function checkNumber(args: readonly string[]): void {
  if (args.length <= MOST_ARGUMENTS) return;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    "Cannot hide or keep so many paths: they are more than bubblewrap takes",
    { hint: "Name the directories that they are in with filesystem.exclude or filesystem.ro" },
  );
}
