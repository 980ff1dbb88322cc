import { findTranscripts, type FoundTranscript, hashOfWorkspacePath } from "@agent-sandbox/host";

import { recordPlace } from "../record-place.ts";
import type { Surroundings } from "../surroundings.ts";

/** What an agent told of its work, by whose workspace it was. */
export interface KeptTranscript extends FoundTranscript {
  readonly workspaceHash: string | undefined;
}

export async function keptTranscripts(
  surroundings: Surroundings,
): Promise<readonly KeptTranscript[]> {
  const found = await findTranscripts(await recordPlace(surroundings));
  return found.map((transcript) => {
    const { workspace } = transcript;
    const workspaceHash = workspace === undefined ? undefined : hashOfWorkspacePath(workspace);
    return { ...transcript, workspaceHash };
  });
}
