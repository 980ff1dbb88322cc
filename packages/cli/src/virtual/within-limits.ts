import { SandboxError } from "@agent-sandbox/core";
import { LimitError } from "@agent-sandbox/engine-virtual";

/** A limit of the sandbox as a sentence; `action` follows "Cannot". */
export function withinLimits<Result>(action: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new SandboxError("POLICY_DENIED", `Cannot ${action}: ${error.message}`, {
      hint: "Raise it in the section virtual of the configuration",
      cause: error,
    });
  }
}
