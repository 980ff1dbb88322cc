import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { HostFacts } from "../facts.ts";
import type { Mount } from "../plan.ts";
import { isInside } from "../relative-inside.ts";
import { cannotKeep } from "./cannot-keep.ts";

/** Fails with POLICY_UNSUPPORTED where what runs inside would reach the folder of the records. */
export function checkRecords(
  { audit }: ResolvedPolicy,
  { records }: HostFacts,
  mounts: readonly Mount[],
): void {
  if (audit.path === undefined || records === undefined) return;
  const around = mounts.find(
    ({ volume, source }) => volume === undefined && isInside(source, records),
  );
  if (around === undefined) return;
  throw cannotKeep(
    audit.path.source,
    `"${records}" is in the sandbox, as a part of "${around.target}"`,
    "Name a folder that no sandbox has",
  );
}
