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
      /** Where what an agent did and said is kept: the path of a file, which may hold anything. */
      readonly transcript?: string;
    }
  | {
      readonly event: "run.finished";
      readonly runId: string;
      /** The command's exit status, or undefined when agent-sandbox itself failed. */
      readonly status: number | undefined;
      /** Milliseconds from `run.started`. */
      readonly durationMs: number;
    }
  | PushEvent;

/** A push to the host's repository, as its gate decided it; made by `pushEvent`. */
export interface PushEvent {
  readonly event: "push";
  /** Names this push, so that it is told from another when its record is read twice. */
  readonly pushId: string;
  readonly workspace: string;
  /** Whose sandbox it came from. */
  readonly branch: string;
  /** What it asked to change. */
  readonly ref: string;
  /** Object names; all zeros where there is none. */
  readonly old: string;
  readonly new: string;
  readonly result: "accepted" | "refused";
  /** Why it was refused, one line. */
  readonly reason?: string | undefined;
}

/** Where events go. `append` resolves once the event is durable and rejects with AUDIT_FAILED. */
export interface AuditSink {
  append(event: AuditEvent): Promise<void>;
  close(): Promise<void>;
}
