import { join } from "node:path";

/** Where records are kept, and what is remembered of them. */
export interface RecordPlace {
  readonly stateDir: string;
  /** The folder that the user's own configuration names for the records. */
  readonly auditPath?: string | undefined;
}

/** The folder of the records. */
export function recordsFolder({ stateDir, auditPath }: RecordPlace): string {
  return auditPath ?? join(stateDir, "audit");
}
