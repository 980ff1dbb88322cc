import { describe, expect, it } from "@jest/globals";

import type { KeptTranscript } from "../../src/clean/kept-transcripts.ts";
import { planRemovals } from "../../src/clean/plan-removals.ts";
import { ALL, DAY, daysAgo, facts, HASH, transcript } from "./facts.ts";

const plan = (transcripts: readonly KeptTranscript[], options: Partial<typeof ALL> = {}) =>
  planRemovals({ ...facts([]), transcripts }, { ...ALL, ...options });

/** The files that go. */
const files = (...given: Parameters<typeof plan>) =>
  plan(...given).removals.flatMap((removal) => removal.files ?? []);

const OLD = transcript();
const LATE = transcript({ file: "/late", lastWritten: daysAgo(2) });

describe("transcripts", () => {
  it("go when they are older than 30 days, together for each workspace", () => {
    const other = transcript({ file: "/other", workspace: "/b", workspaceHash: "b".repeat(32) });
    const second = transcript({ file: "/second", bytes: 5 });
    expect(plan([OLD, LATE, other, second]).removals).toMatchObject([
      { kind: "transcripts", name: "2 transcripts", workspace: "/srv/app", bytes: 12 },
      { kind: "transcripts", name: "1 transcript", workspace: "/b", files: ["/other"] },
    ]);
  });

  it("go by the age that was asked for, be it less or more", () => {
    expect(files([OLD, LATE], { olderThan: DAY })).toEqual([OLD.file, LATE.file]);
    expect(files([OLD, LATE], { olderThan: 50 * DAY })).toEqual([]);
  });

  it("stay while they are written to", () => {
    expect(files([transcript({ isOpen: true })])).toEqual([]);
  });

  it("are those of one workspace where one is meant; of an unknown one with all", () => {
    const unknown = transcript({ file: "/u", workspace: undefined, workspaceHash: undefined });
    expect(files([OLD, unknown], { only: HASH })).toEqual([OLD.file]);
    expect(files([unknown])).toEqual(["/u"]);
  });
});
