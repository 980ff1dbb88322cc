import type { ResolvedPolicy, Source, Sourced } from "@agent-sandbox/policy";

import { isInside } from "../relative-inside.ts";
import { cannotKeep } from "../plan/cannot-keep.ts";
import { sandboxUnwanted } from "../plan/check-supported.ts";
import type { BwrapFacts } from "./bwrap-facts.ts";

/**
 * Fails with POLICY_UNSUPPORTED at the first rule that somebody has written and that the bwrap engine
 * does not enforce. The defaults are not asked: they hold as far as the engine goes.
 */
export function checkBwrapSupported(policy: ResolvedPolicy, facts: BwrapFacts): void {
  const { own, places } = facts;
  if (!policy.enabled.value) throw sandboxUnwanted(policy.enabled.source);
  checkPlaces(policy, facts);
  checkRecords(policy, own.records === undefined ? undefined : places.get(own.records)?.real);
  const found = unsupported(policy).find(({ source }) => source.layer !== "defaults");
  if (found === undefined) return;
  throw cannotKeep(found.source, found.why, "Take it out, so that nobody counts on it");
}

/** What stands in place of programs, and says where one is. */
const SHIMS = "/run/agent-sandbox";

/** No rule puts anything in place of the sandbox's own files, by whatever name; nor is all of the machine hidden. */
function checkPlaces({ filesystem }: ResolvedPolicy, { places }: BwrapFacts): void {
  const written = filesystem.rules.filter(({ origin }) => origin === "rule");
  const realOf = (path: string) => places.get(path)?.real ?? path;
  const onShims = written.find(({ path }) =>
    [path, realOf(path)].some((one) => isInside(SHIMS, one)),
  );
  if (onShims !== undefined) {
    throw cannotKeep(onShims.source, `"${SHIMS}" is the sandbox's own`, "Take it out");
  }
  const onAll = written.find(({ path, level }) => level === "exclude" && realOf(path) === "/");
  if (onAll !== undefined && filesystem.base.value === "host") {
    throw cannotKeep(
      onAll.source,
      "programs do not start without any of the machine's files",
      'Leave it out, and set "filesystem.base" to "project"',
    );
  }
}

/** Nobody inside sees what is in the folder of the records. */
function checkRecords({ audit, filesystem }: ResolvedPolicy, records: string | undefined): void {
  const { path } = audit;
  if (path === undefined || records === undefined) return;
  if (!isInside(records, filesystem.places.workspace)) return;
  throw cannotKeep(
    path.source,
    `the workspace is in "${records}"`,
    "Name a folder that no sandbox has",
  );
}

function unsupported({ audit, network }: ResolvedPolicy): readonly Unsupported[] {
  const { localhost } = network;
  return [
    ...(localhost.value ? [] : [not(localhost, "a sandbox has its own loopback, or the host's")]),
    ...(audit.level.value === "all" ? [not(audit.level, NOT_ENFORCED)] : []),
    ...(audit.path === undefined || audit.path.source.layer === "user"
      ? []
      : [not(audit.path, OTHERS_RECORDS)]),
  ];
}

const OTHERS_RECORDS =
  "the records of all repositories are in one folder, which your own configuration alone names";

const NOT_ENFORCED = "the bwrap engine does not enforce it";

interface Unsupported {
  readonly source: Source;
  readonly why: string;
}

function not({ source }: Sourced<unknown>, why: string): Unsupported {
  return { source, why };
}
