import {
  findTranscripts,
  type FoundTranscript,
  hashOfWorkspacePath,
  resolveStateDir,
} from "@agent-sandbox/host";

import type { Surroundings } from "../surroundings.ts";

/** What an agent told of its work, by whose workspace it was. */
export interface KeptTranscript extends FoundTranscript {
  readonly workspaceHash: string | undefined;
}

export async function keptTranscripts({
  env,
  home,
}: Surroundings): Promise<readonly KeptTranscript[]> {
  const found = await findTranscripts(resolveStateDir(env, home));
  return found.map((transcript) => {
    const { workspace } = transcript;
    const workspaceHash = workspace === undefined ? undefined : hashOfWorkspacePath(workspace);
    return { ...transcript, workspaceHash };
  });
}
