import { SandboxError } from "@agent-sandbox/core";
import { parseHostPattern } from "@agent-sandbox/policy";

/** A host as `network.domains` takes it, in its normal form. Fails with USAGE. */
export function parseHost(text: string): string {
  const parsed = parseHostPattern(text);
  if ("value" in parsed) return parsed.value;
  throw new SandboxError("USAGE", `Cannot open ${parsed.refused}`, {
    hint: parsed.hint ?? 'Write a name, "docs.example.com", or "*.example.com" for its sub-domains',
  });
}
