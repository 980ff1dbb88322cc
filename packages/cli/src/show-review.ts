import { styleText } from "node:util";

import type { BranchReview, JudgedChange } from "@agent-sandbox/workspace";

import { printable, printableLine } from "./printable.ts";

/** A review as people read it. */
export function showReview({ name, commits, changes }: BranchReview): string {
  if (commits.length === 0 && changes.length === 0) return `${name} brings nothing new`;
  const risky = changes.filter(({ risks }) => risks.length > 0);
  return [
    `${name}: ${count(commits.length, "commit")}, ${count(changes.length, "file")}`,
    ...commits.map(({ commit, subject, author }) =>
      printable(`  ${commit.slice(0, 10)} ${subject} (${author})`),
    ),
    ...(risky.length === 0 ? [] : ["", styleText("yellow", "Look at these first:")]),
    ...risky.flatMap((change) => [line(change), ...change.risks.map((risk) => `      ${risk}`)]),
    ...(risky.length === changes.length ? [] : ["", "Changes:"]),
    ...changes.filter(({ risks }) => risks.length === 0).map(line),
  ]
    .map((text) => text.trimEnd())
    .join("\n");
}

function line({ status, path, added, removed }: JudgedChange): string {
  const size = added === undefined || removed === undefined ? "binary" : `+${added} -${removed}`;
  return printableLine(`  ${status} ${path}  ${size}`);
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
