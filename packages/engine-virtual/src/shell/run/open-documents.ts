import type { HereDocument } from "@agent-sandbox/shell-syntax";

import { lineOf } from "../line-of.ts";
import type { Shell } from "../shell.ts";
import type { Line } from "./lines-of.ts";
import { nodesIn } from "./nodes-in.ts";

/** Tells of here-documents that the end of the script ends, in place of the word that should. */
export function tellOpenDocuments(shell: Shell, line: Line, text: string): void {
  if (line.end !== text.length || !text.includes("<<")) return;
  const last = lineOf({ ...shell.place, at: text.replace(/\n$/, "").length });
  for (const node of nodesIn(line.script)) {
    if (node.type !== "here-document") continue;
    const { body, delimiter } = node as HereDocument;
    if (body.end < text.length) continue;
    const first = Math.min(last, lineOf({ ...shell.place, at: body.start - 1 }));
    const word = delimiter.replace(/\\(.)|["']/gs, "$1");
    const where = `here-document at line ${first} delimited by end-of-file`;
    shell.stderr.write(`${shell.origin}: line ${last}: warning: ${where} (wanted \`${word}')\n`);
  }
}
