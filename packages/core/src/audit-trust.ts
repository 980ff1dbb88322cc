import { auditText } from "./audit-text.ts";
import type { TrustEvent } from "./audit.ts";

/** As many as a person reads. */
const WIDENINGS = 100;

/**
 * The event of an acceptance, fit to be recorded: what the repository wrote is one line each, without
 * control characters, without secrets in URLs, and bounded.
 */
export function trustEvent(trust: Omit<TrustEvent, "event">): TrustEvent {
  const { widenings, digest, ...rest } = trust;
  const more = widenings.length - WIDENINGS;
  const told = widenings.slice(0, WIDENINGS).map((what) => auditText(what));
  return {
    event: "trust",
    ...rest,
    ...(digest !== undefined && { digest }),
    widenings: more > 0 ? [...told, `${more.toString()} more`] : told,
  };
}
