/** A file of a workspace that somebody has accepted, as it was then. */
export interface AcceptedFile {
  /** Relative to the workspace. */
  readonly file: string;
  /** The SHA-256 of what it says, in hexadecimal. */
  readonly digest: string;
}

/** One that is remembered, with the moment, as ISO 8601 has it. */
export type Acceptance = AcceptedFile & { readonly at: string };

/** All that was accepted in one workspace. */
export interface TrustRecord {
  /** Its real path. */
  readonly workspace: string;
  readonly accepted: readonly Acceptance[];
}

/** A record as it was written; undefined for anything else, so that nothing of it is accepted. */
export function parseTrustRecord(value: unknown): TrustRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { workspace, accepted } = value as Partial<Record<keyof TrustRecord, unknown>>;
  if (typeof workspace !== "string" || !Array.isArray(accepted)) return undefined;
  return { workspace, accepted: accepted.filter(isAcceptance) };
}

function isAcceptance(value: unknown): value is Acceptance {
  if (typeof value !== "object" || value === null) return false;
  return ["file", "digest", "at"].every((key) => typeof Reflect.get(value, key) === "string");
}
