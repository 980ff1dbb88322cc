import type { Pipeline, Statement } from "@agent-sandbox/shell-syntax";

import { inserted, type Insertion, nodesOf } from "./insertions.ts";

/** Seconds, long enough for what is to come first. */
const HEAD_START = 0.15;

/** What is in the background has an end, too. */
const REST = `\nset -- $?; sleep ${HEAD_START * 4}; exit $1`;

/**
 * The script with time for what runs beside other things, so that one comes behind the other: the parts of a pipeline
 * from the first or from the last one on, what is in the background before or behind what follows it. None where
 * nothing runs beside anything else.
 */
export function oneByOne(script: string): readonly string[] {
  const nodes = nodesOf(script);
  const pipelines = nodes.filter(({ type }) => type === "pipeline") as unknown as Pipeline[];
  const statements = nodes.filter(({ type }) => type === "statement") as unknown as Statement[];
  const behind = statements.filter(({ background }) => background);
  return [true, false].flatMap((isForward) => {
    const insertions = [
      ...pipelines.flatMap((one) => aroundParts(one, isForward)),
      ...behind.flatMap((one, index) => atBackground(one, { index, isForward, script })),
    ];
    const rest = behind.length === 0 ? "" : REST;
    return insertions.length === 0 ? [] : [inserted(script, insertions) + rest];
  });
}

interface InBackground {
  readonly index: number;
  readonly isForward: boolean;
  readonly script: string;
}

function atBackground(
  { end, start }: Statement,
  { index, isForward, script }: InBackground,
): readonly Insertion[] {
  const sign = script.indexOf("&", end - 1);
  return isForward
    ? [{ at: sign + 1, added: `sleep ${HEAD_START};` }]
    : around(start, sign, index + 1);
}

function aroundParts({ commands }: Pipeline, isForward: boolean): readonly Insertion[] {
  return commands.flatMap(({ end, start }, index) => {
    const steps = isForward ? index : commands.length - 1 - index;
    return steps === 0 ? [] : around(start, end, steps);
  });
}

function around(start: number, end: number, steps: number): readonly Insertion[] {
  return [
    { at: start, added: `{ sleep ${HEAD_START * steps};` },
    { at: end, added: ";}" },
  ];
}
