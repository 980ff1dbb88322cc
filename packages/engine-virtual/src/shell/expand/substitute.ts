import type { Command, Script, Statement, Word } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import { bytesChannel, type Channel, withChannel } from "../io/channels.ts";
import { Collector } from "../io/collector.ts";
import { Holders } from "../io/holders.ts";
import { orNothing } from "../io/or-nothing.ts";
import { openChannel } from "../io/open-channel.ts";
import { Jobs } from "../jobs/jobs.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { decodeText } from "../text.ts";
import type { Words } from "./target.ts";

/** What a script prints, without the newlines at its end. */
export function* substitute(shell: Shell, script: Script, words: Words): Running<string> {
  const file = fileOf(script);
  const text =
    file === undefined ? yield* outputOf(shell, script) : yield* contentOf(shell, file, words);
  if (text.includes("\0")) {
    shell.complain("warning: command substitution: ignored null byte in input");
  }
  return text.replaceAll("\0", "").replace(/\n+$/, "");
}

function* outputOf(shell: Shell, script: Script): Running<string> {
  const collector = new Collector("maxVariableSize", shell.world.limits.maxVariableSize);
  const inner = shell.subshell();
  if (!shell.isOn("inherit_errexit")) inner.switch("errexit", false);
  const holders = new Holders(0);
  inner.channels = withChannel(shell.channels, 1, { output: collector, hold: holders.hold });
  inner.substitutions += 1;
  inner.seenJobs = shell.jobs ?? shell.seenJobs;

  const status = yield* shell.world.interpreter.subshell(inner, script);
  // What it left in the background writes there, too.
  while (holders.count > 0) yield "wait";
  shell.substituted = status;
  shell.status = status;
  return collector.text();
}

/** `$(<file)`. */
function fileOf({ statements }: Script): Word | undefined {
  const command = statements.length === 1 ? onlyCommand(statements[0]) : undefined;
  if (command?.type !== "simple") return undefined;
  const [redirection, ...others] = command.redirections;
  const isBare = command.words.length + command.assignments.length + others.length === 0;
  if (!isBare || redirection?.type !== "file" || redirection.operator !== "<") return undefined;
  return (redirection.descriptor ?? 0) === 0 ? redirection.target : undefined;
}

function onlyCommand(statement: Statement | undefined): Command | undefined {
  const [link, ...others] = statement?.links ?? [];
  return others.length === 0 && link?.pipeline.commands.length === 1
    ? link.pipeline.commands[0]
    : undefined;
}

function* contentOf(shell: Shell, file: Word, words: Words): Running<string> {
  const path = yield* words.text(shell, file);
  const channel = openOrComplain(shell, path);
  if (channel === undefined) return "";
  const { input } = channel;
  const found = input === undefined ? undefined : yield* orNothing(input.readUntil(undefined));
  channel.close?.();
  shell.substituted = 0;
  return found === undefined ? "" : decodeText(found.bytes);
}

function openOrComplain(shell: Shell, path: string): Channel | undefined {
  try {
    return openChannel(shell, path, { read: true });
  } catch (error) {
    if (!(error instanceof ShellFailure)) throw error;
    shell.complain(error.message);
    shell.substituted = 1;
    shell.status = 1;
    return undefined;
  }
}

/** The path of a descriptor that reads what a script prints, or that a script reads from. */
export function* substituteProcess(
  shell: Shell,
  direction: "<" | ">",
  script: Script,
): Running<string> {
  const number = freeDescriptor(shell);
  const collector = new Collector("maxPipeSize", shell.world.limits.maxPipeSize);
  const inner = shell.subshell();
  inner.substitutions += 1;
  const run = runAsProcess(shell, inner, script);
  if (direction === "<") {
    const holders = new Holders(0);
    inner.channels = withChannel(shell.channels, 1, { output: collector, hold: holders.hold });
    yield* run();
    while (holders.count > 0) yield "wait";
    const channel = { ...bytesChannel(collector.bytes()), isPassing: true };
    shell.channels = withChannel(shell.channels, number, channel);
  } else {
    shell.channels = withChannel(shell.channels, number, { output: collector, isPassing: true });
    shell.receivers.push(function* () {
      inner.channels = withChannel(inner.channels, 0, bytesChannel(collector.bytes()));
      yield* run();
    });
  }
  return `/dev/fd/${number}`;
}

/** It is in `$!` from now on, and `wait` knows what it ended with. */
function runAsProcess(shell: Shell, inner: Shell, script: Script): () => Running<void> {
  const pid = shell.world.processes.nextPid();
  inner.processId = pid;
  shell.lastBackground = pid;
  const jobs = (shell.jobs ??= new Jobs());
  return function* () {
    jobs.remember(pid, yield* shell.world.interpreter.subshell(inner, script));
  };
}

function freeDescriptor({ channels }: Shell): number {
  let number = 63;
  while (channels[number] !== undefined) number -= 1;
  return number;
}
