import { styleText } from "node:util";

import { printableLine } from "../printable.ts";
import type { NamedFinding, Verdict } from "./finding.ts";

const COLOUR = {
  ok: "green",
  warning: "yellow",
  problem: "red",
  skipped: "dim",
} as const satisfies Record<Verdict, string>;

/** One line for each finding: how it stands, what was looked at, what was found, what to do. */
export function showFindings(findings: readonly NamedFinding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings.map((finding) => line(finding, width)).join("\n");
}

function line({ verdict, name, message, hint }: NamedFinding, width: number): string {
  const mark = styleText(COLOUR[verdict], verdict.padEnd(7), { stream: process.stdout });
  const text = hint === undefined ? message : `${message}. ${hint}`;
  return `${mark}  ${name.padEnd(width)}  ${printableLine(text)}`;
}
