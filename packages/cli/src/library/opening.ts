import type { PolicyLayer } from "@agent-sandbox/policy";

import type { Surroundings } from "../surroundings.ts";

/** What a sandbox of the library is opened by. */
export interface Opening {
  /** In the place of the project's configuration. */
  readonly layer: PolicyLayer;
  readonly workspace: string;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
}
