import type {
  Command,
  CompoundCommand,
  Pipeline,
  Script,
  Statement,
} from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { type Channel, withoutPassing } from "../io/channels.ts";
import { ShellFailure } from "../shell-failure.ts";
import { reapJobs } from "../jobs/reap-jobs.ts";
import { receivePending } from "../jobs/receive-signal.ts";
import { startBackground } from "../jobs/start-background.ts";
import type { Shell } from "../shell.ts";
import { closeAll, readsInput, redirect } from "./redirect.ts";
import { runCompound } from "./run-compound.ts";
import { runPipeline } from "./run-pipeline.ts";
import { failedStatus } from "./failed-status.ts";
import { runSimple } from "./run-simple.ts";
import { runDebugTrap, runErrorTrap } from "./run-trap.ts";
import { timedInside, timesText } from "./timing.ts";

/** Runs commands one after the other, until something unwinds. */
export function* runScript(shell: Shell, script: Script): Running<number> {
  let status = 0;
  for (const statement of script.statements) {
    status = statement.background
      ? yield* begin(shell, statement)
      : yield* runStatement(shell, statement);
    if (shell.unwinding !== undefined) return status;
    if (shell.pending.length === 0) continue;
    yield* receivePending(shell);
    if (unwindingOf(shell) !== undefined) return shell.status;
  }
  return status;
}

/** DEBUG is called for what gets a process of its own by the shell that makes it. */
function* debugEach(shell: Shell, { commands }: Pipeline): Running<void> {
  for (const command of commands) {
    if (command.type === "simple") yield* runDebugTrap(shell, command);
  }
}

/** The compiler takes it for what it was before the traps ran. */
function unwindingOf(shell: Shell): Shell["unwinding"] {
  return shell.unwinding;
}

function* begin(shell: Shell, statement: Statement): Running<number> {
  const [link, another] = statement.links;
  if (shell.traps.size > 0 && link !== undefined && another === undefined)
    yield* debugEach(shell, link.pipeline);
  if (!shell.isOn("noexec")) startBackground(shell, statement, { list: runStatement });
  shell.status = 0;
  return 0;
}

function* runStatement(shell: Shell, { links, start }: Statement): Running<number> {
  // What ends the line goes on behind it, also where no command of it has begun.
  shell.place.at = start;
  let status = 0;
  for (const [index, { after, pipeline }] of links.entries()) {
    if (isPassedOver(after, status)) continue;
    const isAsked = index < links.length - 1 || pipeline.negated;
    status = isAsked ? yield* runAsked(shell, pipeline) : yield* runNegatable(shell, pipeline);
    if (shell.unwinding !== undefined) return status;
    if (status === 0 || isAsked || shell.conditions > 0) continue;
    if (!isTold(pipeline)) yield* failed(shell, status);
  }
  return status;
}

/** The failure of what is in a compound command has been dealt with there. */
function isTold({ commands: [only, second] }: Pipeline): boolean {
  return only !== undefined && second === undefined && COMPOUND.has(only.type);
}

const COMPOUND: ReadonlySet<Command["type"]> = new Set([
  ...(["group", "if", "while", "until", "for", "select", "arithmetic-for", "case"] as const),
]);

function isPassedOver(after: "&&" | "||" | undefined, status: number): boolean {
  return (after === "&&" && status !== 0) || (after === "||" && status === 0);
}

/** Its failure is looked at, so that it ends no script. */
function* runAsked(shell: Shell, pipeline: Pipeline): Running<number> {
  shell.conditions += 1;
  try {
    return yield* runNegatable(shell, pipeline);
  } finally {
    shell.conditions -= 1;
  }
}

/** A command failed where nobody asked about it. */
function* failed(shell: Shell, status: number): Running<void> {
  if (shell.traps.size > 0) yield* runErrorTrap(shell, status);
  if (shell.isOn("errexit")) shell.unwinding = { type: "exit" };
}

function* runNegatable(shell: Shell, written: Pipeline): Running<number> {
  const pipeline = timedInside(written);
  const { timing } = pipeline;
  const from = timing === undefined ? 0 : shell.world.now();
  shell.unopened = undefined;
  const status = yield* runStages(shell, pipeline);
  if (timing !== undefined) shell.stderr.write(timesText(shell.world.now() - from, timing));
  const isNegated = pipeline.negated && !goesFurther(shell) && !isUnopened(shell, pipeline);
  shell.status = isNegated ? Number(status === 0) : status;
  return shell.status;
}

/** `! { …; } > nowhere/file` fails all the same. */
function isUnopened({ unopened }: Shell, { commands: [only, second] }: Pipeline): boolean {
  return unopened !== undefined && unopened === only && second === undefined;
}

/** What ends more than itself ends it with its own status: `! exit 3`. */
function goesFurther({ unwinding }: Shell): boolean {
  return unwinding !== undefined && unwinding.type !== "break" && unwinding.type !== "continue";
}

function* runStages(shell: Shell, pipeline: Pipeline): Running<number> {
  const [only, second] = pipeline.commands;
  if (only === undefined) return 0;
  if (second !== undefined) {
    if (shell.traps.size > 0) yield* debugEach(shell, pipeline);
    const last = yield* runPipeline(shell, pipeline, { run: runCommand });
    const noted = pipeline.commands.findLast(({ type }) => type === "simple");
    if (noted !== undefined) shell.note(noted);
    reapJobs(shell);
    return last;
  }
  const status = yield* runCommand(shell, only);
  if (only.type === "subshell") reapJobs(shell);
  if (only.type !== "group" && only.type !== "if") shell.pipeStatuses = [status];
  return status;
}

function* runCommand(shell: Shell, command: Command): Running<number> {
  if (shell.isOn("noexec")) return 0;
  const { channels } = shell;
  try {
    if (command.type === "simple") return yield* runSimple(shell, command);
    const status = yield* runOther(shell, command);
    shell.channels = withoutPassing(shell.channels, channels);
    return status;
  } catch (error) {
    shell.channels = channels;
    return failedStatus(shell, error);
  }
}

function* runOther(
  shell: Shell,
  command: Exclude<Command, { readonly type: "simple" }>,
): Running<number> {
  if (command.type === "function") {
    shell.functions = new Map(shell.functions).set(command.name, {
      definition: command,
      source: shell.place.text,
      origin: shell.calls.at(-1)?.origin ?? shell.file ?? "environment",
    });
    return 0;
  }
  if (command.type === "coprocess") {
    throw new ShellFailure("coproc is not supported", { status: 2, ends: "script" });
  }
  if (command.redirections.length === 0) return yield* runCompound(shell, command);
  return yield* runRedirected(shell, command);
}

function* runRedirected(shell: Shell, command: CompoundCommand): Running<number> {
  const { channels, hasInput } = shell;
  let opened: readonly Channel[];
  try {
    opened = yield* redirect(shell, command.redirections);
  } catch (error) {
    shell.channels = channels;
    shell.unopened = command;
    const status = failedStatus(shell, error);
    // Nothing in it has run that could have told of it.
    if (shell.conditions === 0 && shell.unwinding === undefined) yield* failed(shell, status);
    return status;
  }
  shell.hasInput ||= command.redirections.some(readsInput);
  try {
    return yield* runCompound(shell, command);
  } catch (error) {
    // It is told where the command's own errors go.
    return failedStatus(shell, error);
  } finally {
    shell.channels = channels;
    shell.hasInput = hasInput;
    closeAll(opened);
  }
}
