/** What PID 1 reports on its output, one JSON object a line (`base-image/README.md`). */
export interface ContainerEvent {
  readonly event: string;
  readonly reason?: string;
  readonly path?: string;
}

/** The event of a line, or undefined for what was said to people. */
export function parseEvent(line: string): ContainerEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is ContainerEvent {
  return (
    typeof value === "object" &&
    value !== null &&
    "event" in value &&
    typeof value.event === "string" &&
    isText(value, "reason") &&
    isText(value, "path")
  );
}

function isText(value: object, key: string): boolean {
  const part: unknown = Reflect.get(value, key);
  return part === undefined || typeof part === "string";
}
