import type { Surroundings } from "../surroundings.ts";
import { dockerChecks } from "./docker-checks.ts";
import type { NamedFinding } from "./finding.ts";
import { imageChecks } from "./image-checks.ts";
import { machineChecks } from "./machine-checks.ts";
import { runChecks } from "./run-checks.ts";
import { type DoctorRequest, sharedFacts } from "./shared-facts.ts";
import { workspaceChecks } from "./workspace-checks.ts";

/** A machine that has much to do starts containers slowly; in milliseconds. */
const LIMIT = 60_000;

/** Looks at everything that a sandbox needs, at once; rejects only when `signal` aborts. */
export async function examine(
  request: DoctorRequest,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<readonly NamedFinding[]> {
  const looking = new AbortController();
  const stop = () => {
    looking.abort(signal.reason);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const facts = sharedFacts(request, surroundings, looking.signal);
    const checks = [
      ...dockerChecks(facts),
      ...imageChecks(facts),
      ...workspaceChecks(facts),
      ...machineChecks(facts),
    ];
    return await runChecks(checks, LIMIT, signal);
  } finally {
    signal.removeEventListener("abort", stop);
    // What did not answer in time must not keep the process.
    looking.abort(new Error("nobody waits for it any more"));
  }
}
