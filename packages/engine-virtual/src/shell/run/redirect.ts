import type { Descriptor, FileRedirection, Redirection } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import type { OpenHow } from "../../files/files.ts";
import { expandText, expandWords } from "../expand/expand-word.ts";
import { type Channel, copyOf, documentChannel, withChannel } from "../io/channels.ts";
import { openChannel } from "../io/open-channel.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { encodeText } from "../text.ts";

/** Sets the shell's channels as the redirections say; what was opened for it, to be closed afterwards. */
export function* redirect(
  shell: Shell,
  redirections: readonly Redirection[],
): Running<readonly Channel[]> {
  const opened: Channel[] = [];
  for (const one of redirections) {
    if (one.type === "file") yield* redirectFile(shell, one, opened);
    else {
      const word = one.type === "here-string" ? one.word : one.body;
      const text = yield* expandText(shell, word);
      const bytes = encodeText(one.type === "here-string" ? `${text}\n` : text);
      connect(shell, one.descriptor ?? 0, documentChannel(bytes));
    }
  }
  return opened;
}

/** Whether it gives standard input. */
export function readsInput(one: Redirection): boolean {
  const usual = one.type !== "file" || one.operator.startsWith("<") ? 0 : 1;
  return (one.descriptor ?? usual) === 0;
}

export function closeAll(channels: readonly Channel[]): void {
  for (const channel of channels) channel.close?.();
}

function* redirectFile(shell: Shell, one: FileRedirection, opened: Channel[]): Running<void> {
  const target = yield* targetOf(shell, one);
  const { operator } = one;
  if (operator === "<&" || (operator === ">&" && isCopy(target, one))) {
    copyDescriptor(shell, one, target);
    return;
  }
  const channel = openChannel(shell, target, howOf(shell, operator));
  opened.push(channel);
  if (operator.startsWith("&") || operator === ">&") {
    connect(shell, 1, channel);
    connect(shell, 2, channel);
  } else {
    connect(shell, one.descriptor ?? (operator.startsWith("<") ? 0 : 1), channel);
  }
}

function* targetOf(shell: Shell, { target }: FileRedirection): Running<string> {
  const [text, ...more] = yield* expandWords(shell, [target]);
  if (text === undefined || more.length > 0)
    throw new ShellFailure(`${target.text}: ambiguous redirect`);
  return text;
}

/** `>&file` without a number is `&>file`. */
function isCopy(target: string, { descriptor }: FileRedirection): boolean {
  return /^(\d+-?|-)$/.test(target) || descriptor !== undefined;
}

function copyDescriptor(
  shell: Shell,
  { descriptor, operator }: FileRedirection,
  target: string,
): void {
  const to = descriptor ?? (operator === "<&" ? 0 : 1);
  if (target === "-") {
    connect(shell, closedNumber(shell, to), undefined);
    return;
  }
  const number = /^(\d+)-?$/.exec(target)?.[1];
  if (number === undefined) throw new ShellFailure(`${target}: ambiguous redirect`);
  const channel = shell.channels[Number(number)];
  if (channel === undefined) throw new ShellFailure(`${number}: Bad file descriptor`);
  connect(shell, to, copyOf(channel));
  if (target.endsWith("-")) connect(shell, Number(number), undefined);
}

function closedNumber(shell: Shell, to: Descriptor): Descriptor {
  return typeof to === "number" ? to : Number(shell.variables.text(to.variable) ?? -1);
}

const FIRST_FREE = 10;

function connect(shell: Shell, to: Descriptor, channel: Channel | undefined): void {
  let number = typeof to === "number" ? to : FIRST_FREE;
  if (typeof to !== "number") {
    while (shell.channels[number] !== undefined) number += 1;
    shell.variables.set(to.variable, number.toString());
  }
  if (number > 1023 || number < 0) throw new ShellFailure(`${number}: Bad file descriptor`);
  shell.channels = withChannel(shell.channels, number, channel);
}

function howOf(shell: Shell, operator: FileRedirection["operator"]): OpenHow {
  const mode = 0o666 & ~shell.umask;
  switch (operator) {
    case "<":
    case "<&":
      return { read: true };
    case "<>":
      return { read: true, write: true, create: true, mode };
    case ">>":
    case "&>>":
      return { write: true, append: true, create: true, mode };
    default: {
      const exclusive = shell.isOn("noclobber") && operator !== ">|";
      return { write: true, truncate: true, create: true, mode, ...(exclusive && { exclusive }) };
    }
  }
}
