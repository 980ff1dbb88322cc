import type { EngineName } from "./engine.ts";

/** One thing that happened. Names of variables, never values; argv only of the program's own name. */
export type AuditEvent =
  | {
      readonly event: "run.started";
      readonly runId: string;
      readonly engine: EngineName;
      readonly workspace: string;
      /** The program, without its arguments: they may hold secrets. */
      readonly program: string;
    }
  | {
      readonly event: "run.finished";
      readonly runId: string;
      /** The command's exit status, or undefined when agent-sandbox itself failed. */
      readonly status: number | undefined;
      /** Milliseconds from `run.started`. */
      readonly durationMs: number;
    };

/** Where events go. `append` resolves once the event is durable and rejects with AUDIT_FAILED. */
export interface AuditSink {
  append(event: AuditEvent): Promise<void>;
  close(): Promise<void>;
}
