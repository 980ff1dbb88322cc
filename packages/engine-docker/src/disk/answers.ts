/** The daemon's status code, where the failure is an answer of its own. */
function statusOf(error: unknown): unknown {
  return (error as { readonly statusCode?: unknown } | undefined)?.statusCode;
}

/** What was asked for is not there. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Something else uses it, or is about to remove it. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}
