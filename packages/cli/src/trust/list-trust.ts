import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { contextDigest } from "@agent-sandbox/engine-docker/image";
import { type Acceptance, CONFIG_NAMES, fileDigest } from "@agent-sandbox/host";

import type { Surroundings } from "../surroundings.ts";
import { trustStore } from "./accept-files.ts";
import { DOCKERFILE } from "./asking-image.ts";

/** One acceptance, and whether the file still is what was accepted. */
export type ListedTrust = Acceptance & {
  readonly workspace: string;
  readonly state: "current" | "changed" | "gone";
};

/** All that is accepted, or that of one workspace. */
export async function listTrust(
  workspace: string | undefined,
  surroundings: Pick<Surroundings, "env" | "home">,
): Promise<readonly ListedTrust[]> {
  const records = trustStore(surroundings)
    .all()
    .filter((record) => workspace === undefined || record.workspace === workspace);
  const all = records.flatMap(({ workspace, accepted }) =>
    accepted.map((one) => ({ workspace, ...one })),
  );
  return await Promise.all(all.map(async (one) => ({ ...one, state: await stateOf(one) })));
}

async function stateOf({
  workspace,
  file,
  digest,
}: Acceptance & { readonly workspace: string }): Promise<ListedTrust["state"]> {
  const path = join(workspace, file);
  if (!existsSync(path)) return "gone";
  const now = file === DOCKERFILE ? await contextNow(dirname(path)) : fileDigest(path);
  return now === digest ? "current" : "changed";
}

/** What cannot be read is not what was accepted. */
async function contextNow(directory: string): Promise<string | undefined> {
  return await contextDigest(directory, CONFIG_NAMES).catch(() => undefined);
}
