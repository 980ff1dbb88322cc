import { isInside } from "@agent-sandbox/core";
import { parseLayer } from "@agent-sandbox/host";
import type { PolicyLayer } from "@agent-sandbox/policy";

import { flagVariables } from "../flags/flag-variables.ts";

export interface FlagsOfLayer {
  /** `NAME` or `NAME=VALUE`. */
  readonly variables: readonly string[];
  readonly timeout: string | undefined;
  /** Directories of the host that are in the sandbox, by their real paths. */
  readonly copied: readonly string[];
  /** The same of those that can only be looked at. */
  readonly viewed: readonly string[];
}

/**
 * What the command line says of the policy, as its strongest layer. Whoever names a directory outside of
 * the workspace opens it; one inside goes by what is written of it. Fails with USAGE.
 */
export function virtualLayer(flags: FlagsOfLayer, workspace: string): readonly PolicyLayer[] {
  const sections = {
    ...environment(flags.variables),
    ...filesystem(flags, workspace),
    ...(flags.timeout !== undefined && { virtual: { "command-timeout": flags.timeout } }),
  };
  if (Object.keys(sections).length === 0) return [];
  return [parseLayer(sections, { layer: "flags" })];
}

function environment(words: readonly string[]) {
  return words.length === 0 ? {} : { environment: flagVariables(words) };
}

function filesystem({ copied, viewed }: FlagsOfLayer, workspace: string) {
  const outside = (paths: readonly string[]) => paths.filter((path) => !isInside(workspace, path));
  const [rw, ro] = [outside(copied), outside(viewed)];
  if (rw.length + ro.length === 0) return {};
  return { filesystem: { ...(ro.length > 0 && { ro }), ...(rw.length > 0 && { rw }) } };
}
