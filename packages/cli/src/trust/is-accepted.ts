import { type AcceptedFile, createTrustStore, resolveStateDir } from "@agent-sandbox/host";

import type { Surroundings } from "../surroundings.ts";

/** Whether the user has accepted a file of a workspace as it is now. */
export function isAccepted(
  { file, digest }: AcceptedFile,
  path: string,
  { env, home }: Pick<Surroundings, "env" | "home">,
): boolean {
  const store = createTrustStore(resolveStateDir(env, home), () => new Date());
  return store.accepted(path).some((own) => own.file === file && own.digest === digest);
}
