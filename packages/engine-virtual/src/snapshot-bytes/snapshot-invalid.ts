import { SandboxError } from "@agent-sandbox/core";

/** The one way in which bytes are refused: `state` says what is wrong with them. */
export function snapshotInvalid(
  state: string,
  hint = "Take it again, or use another copy of it",
): SandboxError {
  return new SandboxError("SNAPSHOT_INVALID", `Cannot load the snapshot: ${state}`, { hint });
}

export const TAMPERED = "its content is not what its checksum says";
