import type { ResolvedPolicy, Source } from "@agent-sandbox/policy";

import { cannotKeep } from "../plan/cannot-keep.ts";
import { sandboxUnwanted } from "../plan/check-supported.ts";

interface Unsupported {
  readonly source: Source;
  readonly why: string;
}

/**
 * Fails with POLICY_UNSUPPORTED at the first thing that somebody has written and that the virtual engine
 * cannot do. The defaults are not asked: they hold as far as the engine goes.
 */
export function checkVirtualSupported(policy: ResolvedPolicy): void {
  if (!policy.enabled.value) throw sandboxUnwanted(policy.enabled.source);
  const found = unsupported(policy).find(({ source }) => source.layer !== "defaults");
  if (found === undefined) return;
  throw cannotKeep(found.source, found.why, "Take it out, or run in another engine");
}

function unsupported({
  audit,
  commands,
  docker,
  filesystem,
}: ResolvedPolicy): readonly Unsupported[] {
  const scripts = commands.filter(({ rule }) => typeof rule === "object");
  return [
    ...(docker.value ? [{ source: docker.source, why: NO_SOCKET }] : []),
    ...(filesystem.base.value === "host" ? [{ source: filesystem.base.source, why: NO_HOST }] : []),
    ...scripts.map(({ source }) => ({ source, why: NO_PROGRAM })),
    ...(audit.path === undefined || audit.path.source.layer === "user"
      ? []
      : [{ source: audit.path.source, why: ONE_FOLDER }]),
  ];
}

const NO_SOCKET = "no process runs in the virtual engine, and none can reach a socket";
const NO_HOST =
  "the virtual engine shows nothing of the host but what is imported or viewed by its name";
const NO_PROGRAM = "no program of the host can run in place of a command of the virtual engine";
const ONE_FOLDER =
  "the records of all repositories are in one folder, which your own configuration alone names";
