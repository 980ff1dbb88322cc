import { describe, expect, it } from "@jest/globals";

import { stateOf } from "../src/sandbox-state.ts";

const CREATED = "2026-03-01T10:00:00Z";
const STARTED = "2026-03-01T11:00:00Z";
const ENDED = "2026-03-01T12:00:00Z";
const NEVER = "0001-01-01T00:00:00Z";

describe("stateOf", () => {
  it("counts what runs from its start, also one that has ended before", () => {
    const state = { Running: true, StartedAt: STARTED, FinishedAt: CREATED, ExitCode: 0 };
    expect(stateOf(CREATED, state)).toEqual({ since: new Date(STARTED), exitStatus: undefined });
  });

  it("counts what has ended from its end, with its status", () => {
    const state = { Running: false, StartedAt: STARTED, FinishedAt: ENDED, ExitCode: 125 };
    expect(stateOf(CREATED, state)).toEqual({ since: new Date(ENDED), exitStatus: 125 });
  });

  it("counts what was never started from when it was made", () => {
    const state = { Running: false, StartedAt: NEVER, FinishedAt: NEVER, ExitCode: 0 };
    expect(stateOf(CREATED, state)).toEqual({ since: new Date(CREATED), exitStatus: undefined });
  });
});
