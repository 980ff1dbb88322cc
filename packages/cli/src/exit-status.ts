import type { ErrorCode } from "@agent-sandbox/core";

/** agent-sandbox itself failed: neither the command's own status nor a verdict of a policy. */
export const OWN_FAILURE = 125;

/** Exit status by error; exhaustive, so that a new code does not compile until it has one. */
export const EXIT_STATUS = {
  USAGE: 2,
  TIMED_OUT: 124,
  POLICY_DENIED: 126,
  INTERRUPTED: 130,
  CONFIG_INVALID: OWN_FAILURE,
  CONFIG_CONFLICT: OWN_FAILURE,
  POLICY_UNSUPPORTED: OWN_FAILURE,
  WORKSPACE_INVALID: OWN_FAILURE,
  ALREADY_INITIALISED: OWN_FAILURE,
  NOT_INITIALISED: OWN_FAILURE,
  ENGINE_UNAVAILABLE: OWN_FAILURE,
  ENGINE_FAILED: OWN_FAILURE,
  IMAGE_MISSING: OWN_FAILURE,
  IMAGE_BUILD_FAILED: OWN_FAILURE,
  NAME_TAKEN: OWN_FAILURE,
  PORT_TAKEN: OWN_FAILURE,
  DISK_FULL: OWN_FAILURE,
  SANDBOX_FAILED: OWN_FAILURE,
  GIT_FAILED: OWN_FAILURE,
  BRANCH_INVALID: OWN_FAILURE,
  WORK_AT_RISK: OWN_FAILURE,
  AUDIT_FAILED: OWN_FAILURE,
} satisfies Record<ErrorCode, number>;
