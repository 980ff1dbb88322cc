/** Every way agent-sandbox itself can fail. The cli maps each to an exit status. */
export type ErrorCode =
  | "USAGE"
  | "CONFIG_INVALID"
  | "CONFIG_CONFLICT"
  | "POLICY_UNSUPPORTED"
  | "POLICY_UNTRUSTED"
  | "POLICY_DENIED"
  | "CONSENT_MISSING"
  | "PROGRAM_MISSING"
  | "WORKSPACE_INVALID"
  | "ALREADY_INITIALISED"
  | "NOT_INITIALISED"
  | "ENGINE_UNAVAILABLE"
  | "ENGINE_FAILED"
  | "IMAGE_MISSING"
  | "IMAGE_BUILD_FAILED"
  | "NAME_TAKEN"
  | "PORT_TAKEN"
  | "DISK_FULL"
  | "SNAPSHOT_INVALID"
  | "SANDBOX_FAILED"
  | "GIT_FAILED"
  | "BRANCH_INVALID"
  | "WORK_AT_RISK"
  | "AUDIT_FAILED"
  | "TIMED_OUT"
  | "INTERRUPTED";

export interface SandboxErrorDetails {
  /** What the user can do about it, one sentence or command. */
  readonly hint?: string | undefined;
  /** What the program that failed said itself, its last lines. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The one error class. `message` follows "Cannot <action>: <state>", with values quoted and no full
 * stop; the way out is in `hint`.
 */
export class SandboxError extends Error {
  /** Also of one that comes from another bundle, which has a class of its own for it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "SandboxError";
  }

  override readonly name = "SandboxError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, message: string, details: SandboxErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.detail = details.detail;
  }
}
