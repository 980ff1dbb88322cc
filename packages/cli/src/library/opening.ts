import type { PolicyLayer } from "@agent-sandbox/policy";

import type { Surroundings } from "../surroundings.ts";

/** What a sandbox of the library is opened by. */
export interface Opening extends OpeningHere {
  /** In the place of the project's configuration. */
  readonly layer: PolicyLayer;
}

/** The same where the project's own configuration may count. */
export interface OpeningHere {
  readonly layer?: PolicyLayer | undefined;
  readonly workspace: string;
  /** What is read in place of the project's configuration. */
  readonly configFile?: string | undefined;
  /** Whether all that the workspace's files ask for is accepted. */
  readonly trust?: boolean;
  /** Whether it is made ready for more than one command; it is, without it. */
  readonly isForMany?: boolean;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
}
