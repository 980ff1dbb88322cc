import { type Tidied, tidyAudit, tidyPreview } from "@agent-sandbox/host";

import { formatBytes } from "../bytes.ts";
import type { Context } from "../engine-ports.ts";
import { recordLimits } from "../record-limits.ts";
import { recordPlace } from "../record-place.ts";

/** Compresses and removes old records, of all workspaces; or says what would go. */
export async function cleanRecords(
  { surroundings, signal }: Context,
  dryRun: boolean,
): Promise<Tidied> {
  const place = await recordPlace(surroundings);
  const request = { ...place, limits: await recordLimits(surroundings), now: new Date() };
  return dryRun ? await tidyPreview(request) : await tidyAudit({ ...request, signal });
}

/** Nothing where nothing goes. */
export function showRecords({ files, bytes, until }: Tidied, dryRun: boolean): readonly string[] {
  if (until === undefined) return [];
  const what = `${files.toString()} old records up to ${until}, ${formatBytes(bytes)}`;
  return [`${dryRun ? "Would remove" : "Removed"} ${what}`];
}
