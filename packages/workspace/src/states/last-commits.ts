import type { Git } from "../git/git-at.ts";

export interface LastCommit {
  readonly commit: string;
  /** As its author wrote it. */
  readonly subject: string;
  /** When it was committed, ISO 8601. */
  readonly time: string;
}

const FIELDS = ["refname", "objectname", "committerdate:iso-strict", "contents:subject"];

/** The last commit of every branch of the shelf, by full name of the ref. */
export async function lastCommits(git: Git): Promise<ReadonlyMap<string, LastCommit>> {
  const format = `--format=${FIELDS.map((field) => `%(${field})`).join("%09")}`;
  const lines = (await git.run(["for-each-ref", format, "refs/heads"])).split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line) => {
        const [ref = "", commit = "", time = "", ...subject] = line.split("\t");
        return [ref, { commit, time, subject: subject.join("\t") }] as const;
      }),
  );
}
