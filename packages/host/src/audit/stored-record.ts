/** One line of a record, as it was read; what an event has besides is in it too. */
export interface StoredRecord {
  readonly timestamp: string;
  readonly event: string;
  readonly hash: string;
}

/** The record of a line, or undefined where it is none. */
export function parseRecord(line: string): StoredRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is StoredRecord {
  if (typeof value !== "object" || value === null) return false;
  return ["timestamp", "event", "hash"].every((key) => typeof Reflect.get(value, key) === "string");
}

/** Whether it closes its file's chain. */
export function isEnd({ event }: StoredRecord): boolean {
  return ["run.finished", "collected", "allow.finished"].includes(event);
}
