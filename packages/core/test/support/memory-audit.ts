import type { AuditEvent, AuditSink } from "../../src/audit.ts";
import { SandboxError } from "../../src/errors.ts";

/** A sink that keeps its events in memory, on a disk that may be full for some of what is asked. */
export class MemoryAudit implements AuditSink {
  readonly events: AuditEvent[] = [];
  closed = false;
  readonly #refuses: ReadonlySet<AuditEvent["event"] | "close">;

  constructor(...refuses: readonly (AuditEvent["event"] | "close")[]) {
    this.#refuses = new Set(refuses);
  }

  get names(): readonly string[] {
    return this.events.map(({ event }) => event);
  }

  append(event: AuditEvent): Promise<void> {
    if (this.closed) return Promise.reject(new Error("written to after it was closed"));
    if (this.#refuses.has(event.event)) return Promise.reject(diskFull(event.event));
    this.events.push(event);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#refuses.has("close")) return Promise.reject(diskFull("close"));
    this.closed = true;
    return Promise.resolve();
  }
}

function diskFull(what: string): SandboxError {
  return new SandboxError("AUDIT_FAILED", `Cannot write "${what}": the disk is full`);
}
