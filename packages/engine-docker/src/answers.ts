/** The daemon's status code, where the failure is an answer of its own. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  return typeof error.statusCode === "number" ? error.statusCode : undefined;
}

/** What was asked for is not there. */
export function isAbsent(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Something else uses it, or is about to remove it. */
export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}

/** Whether a container was not started since a path of the host that it mounts is not there. */
export function isSourceGone(error: unknown): boolean {
  return error instanceof Error && /bind source path does not exist/i.test(error.message);
}
