import type { FoundTranscript } from "@agent-sandbox/host";

import type { Candidate, CleanFacts, CleanOptions } from "./clean-facts.ts";
import type { Judged } from "./verdict.ts";

/** Nobody has to ask for what is older than this; in milliseconds. */
const OLD = 30 * 86_400_000;

/** Which transcripts of agents go, by workspace: those that were last written to long ago. */
export function judgeTranscripts(
  { transcripts, now }: Pick<CleanFacts, "transcripts" | "now">,
  { only, olderThan = OLD }: CleanOptions,
): readonly Judged[] {
  const old = transcripts.filter(
    ({ isOpen, lastWritten, workspaceHash }) =>
      !isOpen &&
      now.getTime() - lastWritten.getTime() >= olderThan &&
      (only === undefined || workspaceHash === only),
  );
  return [...Map.groupBy(old, ({ workspace }) => workspace)].map(([workspace, files]): Judged => {
    const candidate: Candidate = {
      kind: "transcripts",
      ...{ name: countOf(files), workspace, workspaceHash: files[0]?.workspaceHash },
      ...{ bytes: bytesOf(files), item: undefined, files: files.map(({ file }) => file) },
    };
    return [candidate, { goes: true, reason: "nobody has written to them for long" }];
  });
}

/** For people: how many there are. */
export function countOf({ length }: readonly unknown[]): string {
  return `${length.toString()} ${length === 1 ? "transcript" : "transcripts"}`;
}

export function bytesOf(files: readonly Pick<FoundTranscript, "bytes">[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
