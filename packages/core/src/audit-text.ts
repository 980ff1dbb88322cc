import { redactSecrets } from "./redact.ts";

/** As much as a person reads, in characters. */
const LENGTH = 500;

/**
 * Text from inside a sandbox, or from a hook, as a record may hold it: one line without control
 * characters, without secrets in URLs, and bounded.
 */
export function auditText(text: string, length = LENGTH): string {
  // Cut before the rest: what is thrown away must cost nothing.
  const start = text.slice(0, 4 * length);
  const line = start.replace(/[\s\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+/g, " ").trim();
  const printable = redactSecrets(line);
  return printable.length > length || start.length < text.length
    ? `${printable.slice(0, length)}…`
    : printable;
}
