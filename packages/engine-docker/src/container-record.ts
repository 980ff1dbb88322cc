import type Docker from "dockerode";

import { statusOf } from "./answers.ts";

/** Where what containers told is kept: what a container itself remembers goes with it. */
export interface ContainerRecord {
  /** Called with a container that has ended and is about to be removed. Fails with AUDIT_FAILED. */
  collect(container: Docker.Container): Promise<void>;
  /** Called once it is gone: until then somebody else may collect from it too. */
  forget(container: Docker.Container): Promise<void>;
}

/** Ends a container and removes it, once all that it told is on record. */
export async function removeRecorded(
  container: Docker.Container,
  record: ContainerRecord | undefined,
): Promise<void> {
  // First: what it told between the record and its end would be on none.
  if (record) await container.kill().catch(ignoreStopped);
  await record?.collect(container);
  await container.remove({ force: true });
  await record?.forget(container);
}

/** 304 and 409: it has ended already. */
function ignoreStopped(error: unknown): void {
  const status = statusOf(error);
  if (status !== 304 && status !== 409) throw error;
}
