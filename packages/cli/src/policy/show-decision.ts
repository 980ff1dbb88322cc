import { styleText } from "node:util";

import type { Decision, Source } from "@agent-sandbox/policy";

import { printableLine } from "../printable.ts";
import { table } from "../table.ts";
import type { Question } from "./policy-request.ts";

/** An answer with all that explains it, for people. */
export function showDecision({ operation, target }: Question, decision: Decision): string {
  const { effect, reason, rule, layer, source, wouldChange } = decision;
  const isAllowed = effect === "allow";
  const word = styleText(isAllowed ? "green" : "red", isAllowed ? "allowed" : "denied", {
    stream: process.stdout,
  });
  const rows = [
    ["rule", rule],
    ["from", source === undefined ? "what always holds" : sourceText(source)],
    ["layer", layer],
    ...(wouldChange === undefined ? [] : [["to change it", printableLine(wouldChange)]]),
  ];
  return [
    `${word}  ${operation} ${printableLine(target)}`,
    table(["because", printableLine(reason)], rows)
      .split("\n")
      .map((line) => `  ${line}`)
      .join("\n"),
  ].join("\n");
}

/** Where a value is written: file, line and key. */
export function sourceText({ file, line, key, layer }: Source): string {
  if (file === undefined) return `${key} (${layer})`;
  const place = line === undefined ? file : `${file}:${line.toString()}`;
  return `${key}, ${place}`;
}
