import { styleText } from "node:util";

import { printableLine } from "../printable.ts";
import type { CaseResult } from "./run-cases.ts";
import { sourceText } from "./show-decision.ts";

const COLOUR = { ok: "green", changed: "yellow", failed: "red" } as const;

/** One line for each case, and why where it did not come out as expected; last the count. */
export function showCases(results: readonly CaseResult[]): string {
  const count = (verdict: CaseResult["verdict"]) =>
    results.filter((result) => result.verdict === verdict).length;
  const changed = count("changed");
  const sum = [
    `${count("ok").toString()} as expected`,
    ...(changed > 0 ? [`${changed.toString()} changed by the configuration`] : []),
    `${count("failed").toString()} failed`,
  ];
  return [...results.map(line), sum.join(", ")].join("\n");
}

function line({ verdict, expect, operation, target, decision }: CaseResult): string {
  const mark = styleText(COLOUR[verdict], verdict.padEnd(7), { stream: process.stdout });
  const head = `${mark}  ${expect.padEnd(5)}  ${operation} ${printableLine(target)}`;
  if (verdict === "ok") return head;
  const place = decision.source === undefined ? "" : ` (${sourceText(decision.source)})`;
  return `${head}\n         ${printableLine(decision.reason)}${place}`;
}
