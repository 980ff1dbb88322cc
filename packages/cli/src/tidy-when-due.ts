import { isTidyDue, type RecordPlace } from "@agent-sandbox/host";

import type { Surroundings } from "./surroundings.ts";

/** Takes away which records have become too old, at the end of the first command of a day. */
export async function tidyWhenDue(place: RecordPlace, surroundings: Surroundings): Promise<void> {
  if (!isTidyDue(place, new Date())) return;
  const { tidyByTheWay } = await import("./tidy-records.ts");
  await tidyByTheWay(surroundings);
}
