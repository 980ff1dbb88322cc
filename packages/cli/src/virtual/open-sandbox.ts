import type { AuditSink } from "@agent-sandbox/core";
import { openVirtual, type VirtualSandbox } from "@agent-sandbox/engine-virtual";

import type { Surroundings } from "../surroundings.ts";
import { importDirectories, showing } from "./import-directories.ts";
import type { PreparedVirtual } from "./prepare-virtual.ts";
import { withinLimits } from "./within-limits.ts";

export interface OpenPorts {
  readonly surroundings: Surroundings;
  readonly audit: { readonly sink: AuditSink; readonly runId: string };
}

/** What says where something is on the host, which is elsewhere or nowhere in the sandbox. */
const OF_THE_HOST = new Set(["HOME", "OLDPWD", "PATH", "PWD", "SHELL", "SHLVL", "TMPDIR", "_"]);

/** How many of the paths that were left out are named. */
const NAMED = 5;

/** The sandbox, in the workspace's directory, with what is copied in. */
export function openSandbox(
  prepared: PreparedVirtual,
  { surroundings, audit }: OpenPorts,
): VirtualSandbox {
  const { policy, hostPolicy, viewed } = prepared;
  const { files, leftOut } = importDirectories(prepared);
  if (leftOut.length > 0) surroundings.say(noteOn(leftOut));
  const options = {
    policy,
    audit,
    files,
    views: viewed.map((source) => ({ source, shows: showing(hostPolicy) })),
    workingDirectory: policy.filesystem.places.workspace,
    environment: { HOME: "/tmp", ...callersVariables(surroundings) },
  };
  return withinLimits("import", () => openVirtual(options));
}

function callersVariables({ env }: Surroundings): Readonly<Record<string, string>> {
  const all = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || OF_THE_HOST.has(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(all);
}

function noteOn(leftOut: readonly string[]): string {
  const more = leftOut.length - NAMED;
  const names = `${leftOut.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `Left out, since they lead out of it or are no files: ${names}`;
}
