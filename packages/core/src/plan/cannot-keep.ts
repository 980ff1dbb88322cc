import type { Source } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";

/** POLICY_UNSUPPORTED for a rule that somebody has written, by its key and file. */
export function cannotKeep(source: Source, state: string, hint: string): SandboxError {
  const place = source.file === undefined ? "" : ` of "${source.file}"`;
  return new SandboxError("POLICY_UNSUPPORTED", `Cannot keep "${source.key}"${place}: ${state}`, {
    hint,
  });
}
