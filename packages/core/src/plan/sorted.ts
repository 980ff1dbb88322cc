import type { Mount } from "../plan.ts";

/** Parents before children. */
export function sorted(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.toSorted((a, b) => (a.target < b.target ? -1 : 1));
}
