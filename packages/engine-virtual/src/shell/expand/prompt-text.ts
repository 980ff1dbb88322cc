import { byteText, rejoined } from "@agent-sandbox/shell-syntax";

import { formatTime } from "../../commands/dates/format-time.ts";
import { timeZone } from "../../commands/dates/time-zone.ts";
import type { Shell } from "../shell.ts";
import { dynamicText } from "./dynamic-value.ts";

const ESCAPE = /\\(?:D\{[^}]*\}|[0-7]{3}|[^])/g;

/** A prompt with what its backslashes stand for, before its parameters are expanded. */
export function promptText(shell: Shell, prompt: string): string {
  const text = prompt.replaceAll(ESCAPE, (escape) => meaningOf(shell, escape.slice(1)) ?? escape);
  return rejoined(text);
}

function meaningOf(shell: Shell, escape: string): string | undefined {
  if (escape.startsWith("D{")) return timeText(shell, escape.slice(2, -1) || "%H:%M:%S");
  if (/^[0-7]{3}$/.test(escape)) return byteText(Number.parseInt(escape, 8) & 255);
  const time = TIMES[escape];
  return time === undefined ? MEANINGS[escape]?.(shell) : timeText(shell, time);
}

const TIMES: Readonly<Record<string, string>> = {
  d: "%a %b %d",
  t: "%H:%M:%S",
  T: "%I:%M:%S",
  "@": "%I:%M %p",
  A: "%H:%M",
};

function timeText({ variables, world }: Shell, format: string): string {
  return formatTime(format, world.now(), timeZone(variables.exported().get("TZ")));
}

const MEANINGS: Readonly<Record<string, (shell: Shell) => string>> = {
  "#": () => "0",
  "!": () => "1",
  $: () => "#",
  a: () => "\x07",
  e: () => "\x1b",
  h: (shell) => hostOf(shell).replace(/\..*/s, ""),
  H: hostOf,
  j: ({ jobs }) => String(jobs?.list().length ?? 0),
  l: () => "tty",
  n: () => "\n",
  r: () => "\r",
  s: ({ parameters: { name } }) => name.replace(/^.*\//s, ""),
  u: () => "root",
  v: () => "5.2",
  V: () => "5.2.15",
  w: (shell) => asItIs(directoryOf(shell)),
  W: (shell) => asItIs(directoryOf(shell).replace(/^.*\/(?=.)/s, "")),
  "[": () => "",
  "]": () => "",
  "\\": () => "\\",
};

function hostOf(shell: Shell): string {
  return shell.variables.text("HOSTNAME") ?? dynamicText(shell, "HOSTNAME") ?? "";
}

/** Nothing in it is expanded when the prompt is. */
function asItIs(text: string): string {
  return text.replaceAll(/[$`\\]/g, "\\$&");
}

/** With `~` for the home directory. */
function directoryOf({ cwd, variables }: Shell): string {
  const home = variables.text("HOME");
  if (home === undefined || home === "" || home === "/") return cwd;
  return cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
}
