import type {
  Command,
  CompoundCommand,
  Pipeline,
  SimpleCommand,
  Statement,
} from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { NOTHING, withChannel } from "../io/channels.ts";
import { Pipe } from "../io/pipe.ts";
import { CommandPrinter } from "../print/print-command.ts";
import { closeAll, readsInput, redirect } from "../run/redirect.ts";
import { closeEnds, connect, withExitTrap } from "../run/run-pipeline.ts";
import { runExitTrap } from "../run/run-trap.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { Jobs } from "./jobs.ts";
import type { Process } from "./process.ts";

/** How commands are run: given, since they start others in the background. */
interface Ways {
  readonly list: (shell: Shell, statement: Statement) => Running<number>;
}

/** `&`: runs a list beside what follows. */
export function startBackground(shell: Shell, statement: Statement, ways: Ways): void {
  const source = shell.place.text;
  const text = () => new CommandPrinter(source, true).statement(statement);
  const processes = startAll(shell, statement, { text, ways });
  shell.jobs ??= new Jobs();
  const job = shell.jobs.add(processes, text);
  shell.lastBackground = job.pid;
}

function startAll(shell: Shell, statement: Statement, start: Start): readonly Process[] {
  const [link, ...others] = statement.links;
  const pipeline = others.length === 0 ? link?.pipeline : undefined;
  const [command, second] = pipeline?.timing === undefined ? (pipeline?.commands ?? []) : [];
  if (pipeline !== undefined && second !== undefined) return startPipeline(shell, pipeline, start);
  // As in bash, `! command &` is the command's own status.
  const own = command === undefined ? statement : statementOf(command);
  return [startAlone(shell, { ...start, statement: own, command })];
}

interface Start {
  /** As it is named to people. */
  readonly text: () => string;
  readonly ways: Ways;
}

interface Alone extends Start {
  readonly statement: Statement;
  /** Where it is all of the statement. */
  readonly command: Command | undefined;
}

function startAlone(shell: Shell, alone: Alone): Process {
  const inner = backgroundShell(shell, alone.command);
  if (!shell.hasInput) inner.channels = withChannel(inner.channels, 0, NOTHING);
  return started(inner, runAlone(inner, alone), alone.text);
}

/** Each command is a process of its own, as in bash: a signal to the last one reaches no other. */
function startPipeline(shell: Shell, pipeline: Pipeline, start: Start): readonly Process[] {
  const { commands, pipes } = pipeline;
  const between = pipes.map(() => new Pipe(shell.world.limits.maxPipeSize));
  return commands.map((command, index) => {
    const inner = backgroundShell(shell, command);
    const ends = { before: between[index - 1], behind: between[index] };
    if (index === 0 && !shell.hasInput) inner.channels = withChannel(inner.channels, 0, NOTHING);
    connect(inner, ends, pipes[index] === "|&");
    const alone = { ...start, statement: statementOf(command), command };
    const process = started(inner, runAlone(inner, alone), start.text);
    // The ends are its own from now on.
    closeEnds(ends);
    return process;
  });
}

function statementOf(command: Command): Statement {
  const pipeline: Pipeline = {
    ...{ type: "pipeline", negated: false, timing: undefined },
    ...{ commands: [command], pipes: [] },
  };
  return {
    ...{ type: "statement", links: [{ after: undefined, pipeline }], background: false },
    ...{ start: command.start, end: command.end },
  };
}

function started(inner: Shell, running: Running<number>, text: () => string): Process {
  const process = inner.world.processes.start({ shell: inner, running, ended, text });
  inner.process = process;
  inner.processId = process.pid;
  process.hold(inner.channels);
  return process;
}

function* ended(shell: Shell, status: number, signal: string): Running<number> {
  return signal === "SIGKILL" ? status : yield* runExitTrap(shell, status);
}

/** Without job control, what the keyboard sends is none of its business. */
function backgroundShell(shell: Shell, command: Command | undefined): Shell {
  const inner = shell.subshell();
  if (command?.type === "simple") inner.debugged = command;
  inner.loops = 0;
  inner.traps = new Map([...inner.traps, ["SIGINT", ""], ["SIGQUIT", ""]]);
  inner.outerTraps = undefined;
  return inner;
}

function runAlone(inner: Shell, { command, statement, ways }: Alone): Running<number> {
  if (command === undefined || command.type === "function" || command.type === "coprocess") {
    return withExitTrap(inner, ways.list(inner, statement));
  }
  if (command.type === "simple") {
    inner.isImage = true;
    return withExitTrap(inner, ways.list(inner, statement));
  }
  return runOpened(inner, command, ways);
}

/** Its redirections are the process's own, to its end. */
function* runOpened(
  inner: Shell,
  command: Exclude<CompoundCommand, SimpleCommand>,
  ways: Ways,
): Running<number> {
  const opened = yield* openedFor(inner, command);
  if (opened === undefined) return 1;
  try {
    const bare = { ...command, redirections: [] };
    if (bare.type === "subshell") return yield* inner.world.interpreter.subshell(inner, bare.body);
    return yield* withExitTrap(inner, ways.list(inner, statementOf(bare)));
  } finally {
    closeAll(opened);
  }
}

function* openedFor(
  inner: Shell,
  { redirections }: CompoundCommand,
): Running<Parameters<typeof closeAll>[0] | undefined> {
  if (redirections.length === 0) return [];
  try {
    const opened = yield* redirect(inner, redirections);
    inner.process?.hold(inner.channels);
    inner.hasInput ||= redirections.some(readsInput);
    return opened;
  } catch (error) {
    if (!(error instanceof ShellFailure)) throw error;
    inner.complain(error.message);
    return undefined;
  }
}
