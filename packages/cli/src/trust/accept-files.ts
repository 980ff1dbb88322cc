import { trustEvent } from "@agent-sandbox/core";
import {
  createTrustStore,
  recordEvents,
  resolveStateDir,
  type TrustStore,
} from "@agent-sandbox/host";

import { thisPerson } from "../person.ts";
import { recordPlace } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";
import type { AskingFile } from "./asking-file.ts";

interface FilesOf {
  /** The workspace's real path. */
  readonly path: string;
  readonly files: readonly AskingFile[];
}

type State = Pick<Surroundings, "env" | "home">;

/** Remembers files as accepted, once that is on record. */
export async function acceptFiles(
  { path, files }: FilesOf,
  surroundings: State,
  signal: AbortSignal,
): Promise<void> {
  await recordAcceptance({ path, files, remembered: true }, surroundings);
  await trustStore(surroundings).accept(path, files, signal);
}

/** Puts on record who has accepted what. Fails with AUDIT_FAILED. */
export async function recordAcceptance(
  { path, files, remembered }: FilesOf & { readonly remembered: boolean },
  surroundings: State,
): Promise<void> {
  const events = files.map(({ file, digest, widenings }) =>
    trustEvent({
      ...{ result: "accepted", user: thisPerson().user, workspace: path, file, digest, remembered },
      widenings: widenings.map(({ what }) => what),
    }),
  );
  await recordEvents(events, { ...(await recordPlace(surroundings)), now });
}

/** Forgets all that was accepted of a workspace, and resolves with the names of the files. */
export async function revokeFiles(
  path: string,
  surroundings: State,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const removed = await trustStore(surroundings).revoke(path, signal);
  const files = [...new Set(removed.map(({ file }) => file))];
  const about = { result: "revoked", user: thisPerson().user, workspace: path } as const;
  const events = files.map((file) =>
    trustEvent({ ...about, file, widenings: [], remembered: true }),
  );
  if (events.length > 0) await recordEvents(events, { ...(await recordPlace(surroundings)), now });
  return files;
}

export function trustStore({ env, home }: State): TrustStore {
  return createTrustStore(resolveStateDir(env, home), now);
}

function now(): Date {
  return new Date();
}
