import {
  type AuditReader,
  type AuditReading,
  isBeingWritten,
  verifyChain,
} from "@agent-sandbox/host";

import { printableLine } from "../printable.ts";

/** What the chains of the records prove. */
export interface LogProof {
  readonly files: number;
  readonly records: number;
  readonly broken: readonly { readonly file: string; readonly problem: string }[];
  /** Without an end; `running`: because their run goes on. */
  readonly unfinished: readonly { readonly file: string; readonly running: boolean }[];
}

/** Proves the files of one workspace, or all; whose a file is that says nothing of it counts as all. */
export async function verifyLog(
  reader: AuditReader,
  workspace: string | undefined,
  now: Date,
): Promise<LogProof> {
  let [files, records] = [0, 0];
  const broken: { file: string; problem: string }[] = [];
  const unfinished: { file: string; running: boolean }[] = [];
  for (const reading of reader.read(now)) {
    if (!isOf(reading, workspace)) continue;
    const { file, text } = reading;
    const verdict = verifyChain(text);
    const running = verdict.state !== "whole" && (await isBeingWritten(text));
    files += 1;
    records += verdict.records;
    // Its last line may be half-written at this moment.
    if (verdict.state === "unfinished" || (running && verdict.torn)) {
      unfinished.push({ file, running });
    } else if (verdict.state === "broken") broken.push({ file, problem: verdict.problem ?? "" });
  }
  return { files, records, broken, unfinished };
}

function isOf({ records }: AuditReading, workspace: string | undefined): boolean {
  if (workspace === undefined) return true;
  const named = records.map((record): unknown => Reflect.get(record, "workspace"));
  const known = named.filter((each) => typeof each === "string");
  return known.length === 0 || known.includes(workspace);
}

/** The proof in words. */
export function showProof({ files, records, broken, unfinished }: LogProof): string {
  const killed = unfinished.filter(({ running }) => !running);
  const going = unfinished.length - killed.length;
  return [
    ...broken.map(({ file, problem }) => printableLine(`${file}: ${problem}`)),
    ...killed.map(({ file }) =>
      printableLine(`${file}: it has no end; its run was killed, or its last lines are missing`),
    ),
    `${count(files, "file")} with ${count(records, "record")}: ${
      broken.length === 0
        ? "all are as they were written"
        : `${count(broken.length, "file")} not as written`
    }`,
    ...(killed.length === 0 ? [] : [`${count(killed.length, "file")} without an end`]),
    ...(going === 0 ? [] : [`${count(going, "run")} still going on`]),
  ].join("\n");
}

function count(number: number, noun: string): string {
  return `${number.toString()} ${noun}${number === 1 ? "" : "s"}`;
}
