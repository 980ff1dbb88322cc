import type { StoredRecord } from "@agent-sandbox/host";

/** One line of the log, whatever event it is; empty where an event has no such thing. */
export interface LogRow {
  readonly time: Date;
  readonly workspace: string;
  readonly branch: string;
  readonly agent: string;
  readonly operation: string;
  readonly target: string;
  readonly result: "allowed" | "blocked";
  readonly policy: string;
  readonly reason: string;
  /** Who says so: `reported` by the agent's own user, or nobody but agent-sandbox itself. */
  readonly trust: string;
  /** What is on record. */
  readonly record: StoredRecord;
}

type Own = Pick<LogRow, "operation" | "target" | "result" | "policy" | "reason">;
type Part = (key: string) => string;

/** Pure. Undefined for what is only there to close a file. */
export function logRow(record: StoredRecord): LogRow | undefined {
  const part: Part = (key) => textOf(Reflect.get(record, key));
  const own = Object.hasOwn(OWN, record.event) ? OWN[record.event]?.(part) : undefined;
  if (own === undefined) return undefined;
  return {
    time: new Date(record.timestamp),
    workspace: part("workspace"),
    branch: part("branch"),
    agent: part("agent"),
    trust: part("trust"),
    ...own,
    record,
  };
}

const OWN: Readonly<Record<string, (part: Part) => Own | undefined>> = {
  "run.started": (part) => ({
    ...{ operation: "run", target: part("program"), result: "allowed" },
    ...{ policy: "", reason: unguarded(part) },
  }),
  "run.finished": (part) => {
    const status = part("status");
    const seconds = (Number(part("durationMs")) / 1000).toFixed(1);
    return {
      ...{ operation: "end", result: "allowed", policy: "", reason: `after ${seconds} s` },
      target: status === "" ? "without a status" : `status ${status}`,
    };
  },
  "allow.started": (part) => ({
    ...{ operation: "allow", target: part("target"), result: "allowed", policy: "" },
    reason: `by ${part("user")} (${part("uid")}), until ${part("until") || "the sandbox ends"}`,
  }),
  "allow.finished": (part) =>
    part("result") === "denied" || part("result") === "failed"
      ? {
          ...{ operation: "allow", target: part("target"), result: "blocked" },
          policy: part("result") === "denied" ? "denied-host" : "",
          reason: `by ${part("user")} (${part("uid")}): ${part("reason")}`,
        }
      : undefined,
  push: (part) => ({
    ...{ operation: "push", target: part("ref"), policy: "gate", reason: part("reason") },
    result: part("result") === "accepted" ? "allowed" : "blocked",
  }),
  trust: (part) => ({
    ...{ operation: "trust", target: part("file"), policy: part("result") },
    ...{ result: "allowed", reason: told(part("user"), part("widenings")) },
  }),
  decision: (part) => ({
    ...{ operation: part("operation"), target: part("target"), policy: part("policy") },
    result: part("result") === "allowed" ? "allowed" : "blocked",
    reason: [part("reason"), more(part("suppressed"))].filter(Boolean).join("; "),
  }),
};

function told(user: string, widenings: string): string {
  return widenings === "" ? `by ${user}` : `by ${user}: ${widenings}`;
}

function unguarded(part: Part): string {
  return part("engine") === "none" ? `without a sandbox, by ${part("user")}` : "";
}

function more(suppressed: string): string {
  return suppressed === "" ? "" : `${suppressed} more before it were left out`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join("; ");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
