import { SandboxError } from "@agent-sandbox/core";
import {
  parsePolicy,
  PolicyError,
  type LayerSource,
  type PolicyLayer,
} from "@agent-sandbox/policy";

/** What is in no file. */
const UNWRITTEN: Readonly<Partial<Record<LayerSource["layer"], string>>> = {
  flags: "the command line",
  project: "the policy",
};

/**
 * `parsePolicy` with errors for people: CONFIG_INVALID with file, line and key for a file's layer,
 * USAGE for what is in none.
 */
export function parseLayer(value: unknown, source: LayerSource): PolicyLayer {
  try {
    return parsePolicy(value, source);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const code = source.file === undefined ? "USAGE" : "CONFIG_INVALID";
    const place =
      source.file === undefined ? (UNWRITTEN[source.layer] ?? "it") : `"${source.file}"`;
    const line = error.line === undefined ? "" : `, line ${error.line}`;
    const path = [source.section, error.key].filter((part) => part !== undefined && part !== "");
    const key = path.length === 0 ? "it" : `${path.join(".")}:`;
    throw new SandboxError(code, `Cannot use ${place}${line}: ${key} ${error.message}`, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      cause: error,
    });
  }
}
