import { toFailure } from "../failure.ts";
import type { Finding, NamedFinding, Verdict } from "./finding.ts";

/** One thing to look at. */
export interface Check {
  readonly name: string;
  /** Gathers facts and judges them. Who throws has found what the error says. */
  readonly look: () => Promise<Finding>;
  /** What it counts as where nothing can be found out. */
  readonly otherwise: Exclude<Verdict, "ok" | "skipped">;
}

/**
 * Looks at everything at once; the findings are in the checks' order. A check that throws, or takes
 * longer than `limit` milliseconds, is a finding like any other. Rejects when `signal` aborts.
 */
export async function runChecks(
  checks: readonly Check[],
  limit: number,
  signal: AbortSignal,
): Promise<readonly NamedFinding[]> {
  const findings = checks.map(async (check) => ({
    name: check.name,
    ...(await inTime(check, limit, signal)),
  }));
  return await Promise.all(findings);
}

async function inTime(check: Check, limit: number, signal: AbortSignal): Promise<Finding> {
  const { promise: tooLate, resolve, reject } = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => {
    resolve(silent(check, limit));
  }, limit);
  const onAbort = () => {
    reject(signal.reason as Error);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([tooLate, found(check)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

async function found({ look, otherwise }: Check): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const { message, hint } = toFailure(error);
    return { verdict: otherwise, message, hint };
  }
}

function silent({ otherwise }: Check, limit: number): Finding {
  const seconds = Math.round(limit / 1000).toString();
  const message = `Cannot find out: no answer in ${seconds} s`;
  return { verdict: otherwise, message, hint: "Try again when the machine has less to do" };
}
