import type { EngineName } from "./engine.ts";

/** One thing that happened. Names of variables, never values; argv only of the program's own name. */
export type AuditEvent =
  | RunStarted
  | RunFinished
  | PushEvent
  | DecisionEvent
  | TrustEvent
  | CollectedEvent
  | AllowStarted
  | AllowFinished;

/** Whose run it is; in both of its events, so that each line can be read alone. */
export interface AboutRun {
  readonly runId: string;
  /** `none`: without a sandbox, after asking. */
  readonly engine: EngineName | "none";
  readonly workspace: string;
  readonly branch?: string;
  /** The agent that worked by itself, or by permissions of its own. */
  readonly agent?: string;
  /** Who ran it without a sandbox: the name of the user of the host. */
  readonly user?: string;
}

export interface RunStarted extends AboutRun {
  readonly event: "run.started";
  /** The program, without its arguments: they may hold secrets. */
  readonly program: string;
  /** Where what an agent did and said is kept: the path of a file, which may hold anything. */
  readonly transcript?: string;
}

export interface RunFinished extends AboutRun {
  readonly event: "run.finished";
  /** The command's exit status, or undefined when agent-sandbox itself failed. */
  readonly status: number | undefined;
  /** Milliseconds from `run.started`. */
  readonly durationMs: number;
}

/** Who opens which name in a running sandbox, in both events of it; made by `aboutAllow`. */
export interface AboutAllow {
  readonly engine: EngineName;
  readonly workspace: string;
  readonly branch?: string;
  /** A host name or `*.name`. */
  readonly target: string;
  /** When it closes again, in ISO 8601; with the sandbox, where there is none. */
  readonly until?: string;
  /** The user of the host, by name and by number. */
  readonly user: string;
  readonly uid: number;
}

export interface AllowStarted extends AboutAllow {
  readonly event: "allow.started";
  readonly runId: string;
}

export interface AllowFinished extends AboutAllow {
  readonly event: "allow.finished";
  readonly runId: string;
  /** `open`: it was open already, by the policy. */
  readonly result: "opened" | "open" | "denied" | "failed";
  /** Why it did not open. */
  readonly reason?: string;
}

/** The end of a record of what happened outside of a run. */
export interface CollectedEvent {
  readonly event: "collected";
  /** How many events come before it. */
  readonly count: number;
}

/** A push to the host's repository, as its gate decided it; made by `pushEvent`. */
export interface PushEvent {
  readonly event: "push";
  /** Names this event, so that it is told from another when its record is read twice. */
  readonly eventId: string;
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

/**
 * Who says so. `trusted`: what keeps the sandbox closed, out of the agent's reach. `reported`: a
 * program that runs as the agent's own user, so that an agent could lie.
 */
export type Trust = "trusted" | "reported";

/** What was allowed or blocked, and by which rule; made by `decisionEvent`. */
export interface DecisionEvent {
  readonly event: "decision";
  /** Names this event where it is collected. */
  readonly eventId?: string;
  readonly agent?: string;
  /** `read`, `write`, `exec`, `connect`, `tool` and the like. */
  readonly operation: string;
  readonly target: string;
  readonly result: "allowed" | "blocked";
  /** The rule's id. */
  readonly policy: string;
  readonly reason?: string;
  readonly runId?: string;
  readonly engine: EngineName;
  readonly workspace: string;
  readonly branch?: string;
  readonly trust?: Trust;
  /** How many more of its kind came before it and were left out. */
  readonly suppressed?: number;
}

/** What a person let a workspace's file ask for, or took back; made by `trustEvent`. */
export interface TrustEvent {
  readonly event: "trust";
  readonly result: "accepted" | "revoked";
  /** The name of the user of the host. */
  readonly user: string;
  readonly workspace: string;
  readonly file: string;
  /** The SHA-256 of what it says, in hexadecimal; undefined where every content of it is meant. */
  readonly digest?: string | undefined;
  /** What it opens, each as one goes on after "the file". */
  readonly widenings: readonly string[];
  /** Whether it holds from now on, or for one command. */
  readonly remembered: boolean;
}

/** Where events go. `append` resolves once the event is durable and rejects with AUDIT_FAILED. */
export interface AuditSink {
  /** `at`: when it happened, where that was earlier. */
  append(event: AuditEvent, at?: Date): Promise<void>;
  close(): Promise<void>;
}
