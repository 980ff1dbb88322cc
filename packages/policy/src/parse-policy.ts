import { camelKeys } from "./schema/camel-keys.ts";
import { issueError } from "./schema/issue-error.ts";
import { parseLocked } from "./schema/locked.ts";
import { policySchema, type Policy } from "./schema/policy-schema.ts";
import type { LayerSource } from "./source.ts";

/** One origin of configuration, in normal form. */
export interface PolicyLayer {
  readonly source: LayerSource;
  readonly policy: Policy;
}

/**
 * Reads one layer as a file or the command line gives it, keys in kebab-case or camelCase. Fails
 * with PolicyError at the first value that does not follow the schema; unknown keys do not.
 */
export function parsePolicy(value: unknown, source: LayerSource): PolicyLayer {
  const document = camelKeys(value);
  const schema = policySchema(Object.keys(document ?? {}));
  const parsed = schema.safeParse(document, { reportInput: true, jitless: true });
  if (!parsed.success) throw issueError(parsed.error.issues, source);
  const { locked } = parsed.data;
  if (locked === undefined) return { source, policy: parsed.data };
  return { source, policy: { ...parsed.data, locked: parseLocked(locked, source) } };
}
