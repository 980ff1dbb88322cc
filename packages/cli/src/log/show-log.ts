import { resolve } from "node:path";
import { styleText } from "node:util";

import { AuditReader, hashOfWorkspacePath, readWorkspace } from "@agent-sandbox/host";

import { EXIT_STATUS } from "../exit-status.ts";
import type { Context } from "../engine-ports.ts";
import type { Output } from "../list/watch.ts";
import { printableLine } from "../printable.ts";
import { recordPlace } from "../record-place.ts";
import { tidyWhenDue } from "../tidy-when-due.ts";
import { collectNow } from "./collect-now.ts";
import { followLog } from "./follow-log.ts";
import type { LogFilter } from "./log-filter.ts";
import type { LogRow } from "./log-row.ts";
import { logLine, logTable } from "./log-table.ts";
import { readLog } from "./read-log.ts";
import { showProof, verifyLog } from "./verify-log.ts";

export interface LogRequest extends Omit<LogFilter, "workspace"> {
  readonly path: string;
  readonly all: boolean;
  readonly follow: boolean;
  readonly verify: boolean;
  readonly json: boolean;
  readonly output: Output;
}

/** Resolves with the exit status: 1 where a record is proven not to be as it was written. */
export async function showLog(request: LogRequest, context: Context): Promise<number> {
  const { surroundings, signal } = context;
  const place = await recordPlace(surroundings);
  const workspace = request.all ? undefined : workspaceOf(request.path);
  const reader = new AuditReader(place, request.since);
  const collect = collectOnceWarned(context, workspace && hashOfWorkspacePath(workspace));
  await collect();
  if (request.verify) return await prove(request, { reader, workspace });
  const filter = { ...request, workspace };
  if (request.follow) {
    const show = async () => {
      for (const row of readLog(reader, filter, new Date())) write(request, lineOf(row, request));
      await collect();
    };
    await followLog(show, signal);
    return EXIT_STATUS.INTERRUPTED;
  }
  showOnce(readLog(reader, filter, new Date()), request);
  await tidyWhenDue(place, surroundings);
  return 0;
}

/** Also of a workspace that is gone. */
function workspaceOf(path: string): string {
  try {
    return readWorkspace(path).path;
  } catch {
    return resolve(path);
  }
}

/** A daemon that is not there is told once, and not each second. */
function collectOnceWarned(context: Context, workspaceHash: string | undefined) {
  const told = new Set<string>();
  return async () => {
    const problem = await collectNow(context, workspaceHash);
    if (problem === undefined || told.has(problem)) return;
    told.add(problem);
    context.surroundings.say(printableLine(`Warning: ${problem}`));
  };
}

interface Proving {
  readonly reader: AuditReader;
  readonly workspace: string | undefined;
}

async function prove(request: LogRequest, { reader, workspace }: Proving): Promise<number> {
  const proof = await verifyLog(reader, workspace, new Date());
  write(request, request.json ? JSON.stringify(proof, undefined, 2) : showProof(proof));
  return proof.broken.length === 0 ? 0 : 1;
}

function showOnce(rows: readonly LogRow[], request: LogRequest): void {
  const { json, all, output } = request;
  if (json) {
    for (const row of rows) write(request, lineOf(row, request));
    return;
  }
  const width = output.isTTY ? output.columns : undefined;
  write(request, logTable({ rows, all, width, mark: marker(request) }));
}

function lineOf(row: LogRow, request: LogRequest): string {
  if (request.json) return JSON.stringify(row.record);
  const line = logLine(row);
  return row.result === "blocked" ? marker(request)(line) : line;
}

/** Red on a terminal that has colours and may use them (NO_COLOR). */
function marker({ output }: LogRequest) {
  return (line: string) => styleText("red", line, { stream: output });
}

function write({ output }: LogRequest, text: string): void {
  output.write(`${text}\n`);
}
