import { SandboxError } from "@agent-sandbox/core";
import { didYouMean } from "@agent-sandbox/policy";

import type { Switch, TextFlag } from "../flags/flag.ts";
import { EXEC_FLAGS, type ExecFlag } from "./exec-flags.ts";

/** The flags of a command line in their order, and the command after them. */
export interface ParsedExec {
  readonly values: ReadonlyMap<ExecFlag, readonly string[]>;
  readonly argv: readonly string[];
  readonly wantsHelp: boolean;
}

const FLAGS: Readonly<Record<string, TextFlag | Switch>> = EXEC_FLAGS;

const SHORT: Readonly<Record<string, ExecFlag>> = { C: "cwd", c: "config" };

/** What says yes and no behind the `=` of a switch. */
const SAID: Readonly<Record<string, string>> = {
  true: "true",
  1: "true",
  false: "false",
  0: "false",
};

/**
 * Pure: flags end at the first word that is none, or at `--`; all that follows is the command's. By
 * hand: no parser keeps the order of what follows, reads `=false` as what it says and stops at the
 * first word. Fails with USAGE.
 */
export function parseExec(words: readonly string[]): ParsedExec {
  const values = new Map<ExecFlag, string[]>();
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") return { values, argv: words.slice(at + 1), wantsHelp: false };
    if (word === "--help" || word === "-h") return { values, argv: [], wantsHelp: true };
    if (!word.startsWith("-") || word === "-") break;
    const read = readFlag(word, words[at + 1]);
    values.set(read.name, [...(values.get(read.name) ?? []), read.value]);
    if (read.tookNext) at += 1;
  }
  return { values, argv: words.slice(at), wantsHelp: false };
}

interface ReadFlag {
  readonly name: ExecFlag;
  readonly value: string;
  readonly tookNext: boolean;
}

function readFlag(word: string, next: string | undefined): ReadFlag {
  const { name, value } = split(word);
  const flag = FLAGS[name];
  if (!isOurs(name) || flag === undefined) throw unknown(word, name);
  if (flag.type === "boolean") {
    const said = value === undefined ? "true" : SAID[value];
    if (said === undefined) throw usage(`"${word}" is neither true nor false`);
    return { name, value: said, tookNext: false };
  }
  const given = value ?? next;
  if (given === undefined) throw usage(`"${word}" wants a value`);
  if (flag.options !== undefined && !flag.options.includes(given)) {
    throw usage(`"${given}" is not one of ${flag.options.join(", ")}`);
  }
  return { name, value: given, tookNext: value === undefined };
}

function split(word: string): { readonly name: string; readonly value: string | undefined } {
  if (!word.startsWith("--")) {
    const name = SHORT[word.slice(1, 2)] ?? word;
    const rest = word.slice(2).replace(/^=/, "");
    return { name, value: rest === "" ? undefined : rest };
  }
  const end = word.indexOf("=");
  if (end >= 0) return { name: word.slice(2, end), value: word.slice(end + 1) };
  const negated = /^--no-(.*)$/.exec(word)?.[1];
  const isSwitch = negated !== undefined && FLAGS[negated]?.type === "boolean";
  return isSwitch ? { name: negated, value: "false" } : { name: word.slice(2), value: undefined };
}

function isOurs(name: string): name is ExecFlag {
  return Object.hasOwn(EXEC_FLAGS, name);
}

function unknown(word: string, name: string): SandboxError {
  const near = didYouMean(name, Object.keys(EXEC_FLAGS));
  return usage(
    `there is no flag "${word}"`,
    near === undefined
      ? "A command that starts with a dash goes after --"
      : `Did you mean "--${near}"?`,
  );
}

function usage(state: string, hint = "See more help with agent-sandbox exec --help"): SandboxError {
  return new SandboxError("USAGE", `Cannot exec: ${state}`, { hint });
}
