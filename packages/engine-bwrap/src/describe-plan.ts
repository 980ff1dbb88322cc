import { isUtf8 } from "node:buffer";
import { endianness } from "node:os";
import { dirname } from "node:path";

import type { BwrapPlan, Placeholder } from "@agent-sandbox/core";

import { ofLoader } from "./loader-variables.ts";
import { shellWord } from "./shell-word.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { toBwrapArgs } from "./to-bwrap-args.ts";

export interface DescribeRequest {
  readonly plan: BwrapPlan;
  readonly argv: readonly string[];
  readonly isTerminal: boolean;
}

/** In a POSIX shell, a descriptor has one digit. */
const FILTER_FD = 9;

/**
 * Pure: a script for a POSIX shell that does what `exec` does: pasting it runs the same command in the
 * same sandbox. The values of the caller's variables are those of the shell that it is pasted into.
 */
export function describePlan({ plan, argv, isTerminal }: DescribeRequest): string {
  const files = plan.shims.files.map(({ content, mode }, index) => {
    const file = `"$files/${index.toString()}"`;
    return `${printing(Buffer.from(content))} > ${file} && chmod ${mode.toString(8)} ${file}`;
  });
  const filter = systemCallFilter({
    machine: process.arch,
    endianness: endianness(),
    nests: plan.nests,
  });
  const args = toBwrapArgs(plan, {
    isTerminal,
    filterFd: FILTER_FD,
    place: ({ target }, index) => ["--ro-bind", fileWord(index), target],
  });
  const held = plan.placeholders.flatMap(({ placeholders }) => placeholders);
  return [
    `files=$(mktemp -d ${shellWord(`${stateOf(plan)}/files.XXXXXX`)})`,
    `printf '${octal(filter)}' > "$files/filter"`,
    ...files,
    ...held.map(making),
    [
      ...["env", "-i", ...variables(plan), "bwrap"],
      ...args.map((arg) => fileIn(arg) ?? shellWord(arg)),
      ...["--", ...argv.map(shellWord), `${FILTER_FD.toString()}<"$files/filter"`],
      ...["&&", "status=0", "||", "status=$?"],
    ].join(" "),
    'rm -rf "$files"',
    ...held.toReversed().map(removing),
    '(exit "$status")',
  ].join("\n");
}

/** Nobody inside can write what is in the state folder, which they see as another one. */
function stateOf({ mounts }: BwrapPlan): string {
  return mounts.find(({ kind }) => kind === "own-directory")?.target ?? "/tmp";
}

function fileWord(index: number): string {
  return `\0${index.toString()}`;
}

function fileIn(arg: string): string | undefined {
  return arg.startsWith("\0") ? `"$files/${arg.slice(1)}"` : undefined;
}

function variables({ environment, allowedVariables }: BwrapPlan): readonly string[] {
  const { outside, inside } = ofLoader(environment);
  const set = [...Object.entries(outside), ...inside];
  return [
    ...allowedVariables.map((name) => `${name}="$${name}"`),
    ...set.map(([name, value]) => shellWord(`${name}=${value}`)),
  ];
}

/** Nothing that is there is changed. */
function making({ path, kind, content }: Placeholder): string {
  const word = shellWord(path);
  if (kind === "directory") return `mkdir -p ${word}`;
  const make = `printf '${octal(Buffer.from(content))}' > ${word}`;
  return `[ -e ${word} ] || { mkdir -p ${shellWord(dirname(path))} && ${make}; }`;
}

function removing({ path, kind, content }: Placeholder): string {
  const word = shellWord(path);
  if (kind === "directory") return `rmdir ${word} 2>/dev/null || :`;
  const same = `[ "$(wc -c < ${word})" -eq ${Buffer.byteLength(content).toString()} ]`;
  return `${same} 2>/dev/null && rm -f ${word} || :`;
}

/** Text as it stands, which takes a quarter of the room. */
function printing(bytes: Buffer): string {
  return isUtf8(bytes) && !bytes.includes(0)
    ? `printf %s ${shellWord(bytes.toString())}`
    : `printf '${octal(bytes)}'`;
}

function octal(bytes: Buffer): string {
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
