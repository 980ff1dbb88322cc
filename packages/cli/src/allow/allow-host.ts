import { randomUUID } from "node:crypto";

import { aboutAllow, type AuditSink, SandboxError } from "@agent-sandbox/core";
import { findUsable, type NameState, openName } from "@agent-sandbox/engine-docker";
import { openAuditFile, readWorkspace } from "@agent-sandbox/host";
import { branchIdentity } from "@agent-sandbox/workspace";

import type { Context } from "../engine-ports.ts";
import { loadPolicy } from "../load-policy.ts";
import { recordPlace } from "../record-place.ts";
import { judgeHost } from "./judge-host.ts";
import { parseHost } from "./parse-host.ts";
import type { Person } from "../person.ts";

export interface AllowRequest {
  readonly domain: string;
  readonly path: string;
  readonly branch: string | undefined;
  readonly configFile: string | undefined;
  /** In milliseconds; undefined: until the sandbox ends. */
  readonly duration: number | undefined;
  /** Whose doing it is. */
  readonly person: Person;
}

export interface Allowed {
  readonly name: string;
  readonly sandbox: string;
  readonly workspace: string;
  readonly branch?: string;
  /** `open`: it was, by the policy that the sandbox was started with. */
  readonly result: NameState;
  /** Undefined: until the sandbox ends. */
  readonly until?: string;
}

/**
 * Opens a host in a sandbox that runs, with who did it on record before anything opens. Fails with
 * POLICY_DENIED, which is on record too, where the configuration denies it.
 */
export async function allowHost(request: AllowRequest, context: Context): Promise<Allowed> {
  const name = parseHost(request.domain);
  const { path, hash } = readWorkspace(request.path);
  const where = { workspace: path, ...branchOf(request) };
  const policy = await loadPolicy({ path, configFile: request.configFile }, context.surroundings);
  const container = await runningSandbox({ name, hash, ...where }, context);
  const { seconds, ...until } = endOf(request);
  const who = { engine: "docker", target: name, ...where, ...until, ...request.person } as const;
  const about = aboutAllow(who);
  const result = await recorded(about, context, async () => {
    const denied = judgeHost(name, policy.network);
    const { docker } = context.ports;
    return await openName(docker.getContainer(container.id), { name, seconds, denied });
  });
  return { name, sandbox: container.name, ...where, result, ...(result === "opened" && until) };
}

function branchOf({ branch }: AllowRequest): { readonly branch?: string } {
  return branch === undefined ? {} : { branch: branchIdentity(branch).name };
}

interface Wanted {
  readonly name: string;
  readonly hash: string;
  readonly branch?: string;
}

async function runningSandbox({ name, hash, branch }: Wanted, { ports, signal }: Context) {
  const mode = branch === undefined ? ("bind" as const) : ("branch" as const);
  const found = await findUsable(ports.docker, { hash, mode, branch, agent: null }, signal);
  if (!found?.running) throw nothingRuns(name, branch);
  return found;
}

/** Whole seconds, and the moment that they end. */
function endOf({ duration }: AllowRequest): { seconds?: number; until?: string } {
  if (duration === undefined) return {};
  const seconds = Math.ceil(duration / 1000);
  return { seconds, until: new Date(Date.now() + seconds * 1000).toISOString() };
}

/** Invariant: who opens what is on the disk before anything opens. */
async function recorded(
  about: ReturnType<typeof aboutAllow>,
  { surroundings, signal }: Context,
  open: () => Promise<NameState>,
): Promise<NameState> {
  const runId = randomUUID();
  const place = await recordPlace(surroundings);
  const audit = await openAuditFile({ ...place, runId, now: () => new Date() });
  try {
    await audit.append({ event: "allow.started", runId, ...about });
    signal.throwIfAborted();
    const result = await open();
    await audit.append({ event: "allow.finished", runId, ...about, result });
    return result;
  } catch (error) {
    await recordFailure(audit, { runId, ...about }, error);
    throw error;
  } finally {
    await audit.close().catch(() => undefined);
  }
}

async function recordFailure(
  audit: AuditSink,
  about: ReturnType<typeof aboutAllow> & { readonly runId: string },
  error: unknown,
): Promise<void> {
  const isDenied = error instanceof SandboxError && error.code === "POLICY_DENIED";
  const reason = error instanceof Error ? error.message : String(error);
  const result = isDenied ? ("denied" as const) : ("failed" as const);
  // The failure itself is what counts.
  await audit.append({ event: "allow.finished", ...about, result, reason }).catch(() => undefined);
}

function nothingRuns(name: string, branch: string | undefined): SandboxError {
  const which = branch === undefined ? "no sandbox" : `no sandbox of "${branch}"`;
  return new SandboxError("SANDBOX_FAILED", `Cannot open "${name}": ${which} runs here`, {
    hint: `Start one with "agent-sandbox start", or write "${name}" in "network.domains" of the configuration, which opens it in each`,
  });
}
