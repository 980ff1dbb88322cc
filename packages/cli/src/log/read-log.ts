import type { AuditReader } from "@agent-sandbox/host";

import { isWanted, type LogFilter } from "./log-filter.ts";
import { type LogRow, logRow } from "./log-row.ts";

/** What the reader has not given yet, of all files, in the order of time. */
export function readLog(reader: AuditReader, filter: LogFilter, now: Date): readonly LogRow[] {
  const rows: LogRow[] = [];
  for (const { records } of reader.read(now)) {
    for (const record of records) {
      const row = logRow(record);
      if (row && isWanted(row, filter)) rows.push(row);
    }
  }
  // Stable: what one file says of one moment stays in its order.
  return rows.sort((a, b) => a.time.getTime() - b.time.getTime());
}
