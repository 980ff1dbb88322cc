/** A tag (Docker's reference grammar, `tag`). */
export const IMAGE_TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** `[host[:port]/]path[:tag][@digest]`, as in Docker's reference grammar. */
export const IMAGE_NAME =
  /^(?:[A-Za-z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+|\/)[a-z0-9]+)*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@[a-z0-9]+:[0-9a-f]{32,})?$/;

/** The names that Docker gives networks (`RestrictedNamePattern`). */
export const NETWORK_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
