import { describe, expect, it } from "@jest/globals";

import { listTable } from "../../src/list/list-table.ts";
import { listedSandboxes } from "../../src/list/listed-sandbox.ts";
import { branchContainer, branchState, foundContainer, SINCE } from "./fixtures.ts";

const now = new Date("2026-03-01T13:30:00Z");
const running = { state: { since: SINCE, exitStatus: undefined } };
const usage = { cpuPercent: 149.6, memoryBytes: 2 ** 20 + 1 };
const ended = { state: { since: SINCE, exitStatus: 125 }, usage: undefined };
const sandboxes = listedSandboxes(
  [
    { found: foundContainer(), ...running, usage },
    { found: branchContainer("feat", { state: "exited", running: false }), ...ended },
  ],
  [
    {
      workspace: "/home/ann/shop",
      branches: [branchState("feat"), branchState("fix/x", { uncommitted: undefined })],
    },
  ],
);
const table = (width?: number, quick = false) =>
  listTable({ sandboxes, quick, width, now }).split("\n");

describe("listTable", () => {
  it("says what each is and does, and nothing where nothing is known", () => {
    expect(table()).toEqual([
      "REPOSITORY      MODE    BRANCH  STATE       SINCE  CPU   MEMORY  AHEAD  DIRTY  WORKDIR                       VOLUMES",
      "/home/ann/shop  bind    -       running     3h     150%  2 MiB   -      -      /workspace/shop               a:/a b:/b",
      "/home/ann/shop  branch  feat    exited 125  3h     -     -       2      3      /repo-shelf/worktrees/feat    a:/a b:/b",
      "/home/ann/shop  branch  fix/x   none        -      -     -       2      -      /repo-shelf/worktrees/fix__x  -",
    ]);
  });

  it("has no column that was not measured", () => {
    expect(table(undefined, true)[0]).toMatch(/SINCE +WORKDIR +VOLUMES$/);
  });

  it.each([120, 100, 80, 60, 40])("fits %d columns, and still tells branch and state", (width) => {
    const lines = table(width);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(lines[2]).toMatch(/feat +exited/);
  });

  it("says whose a sandbox is, where any is an agent's", () => {
    const found = foundContainer({ agent: "reviewer" });
    const listed = listedSandboxes(
      [
        { found, ...running, usage },
        { found: foundContainer(), ...running, usage },
      ],
      [],
    );
    const lines = listTable({ sandboxes: listed, quick: true, width: 60, now }).split("\n");
    expect(lines[0]).toMatch(/BRANCH +AGENT +STATE/);
    expect(lines[1]).toMatch(/bind +- +- +running/);
    expect(lines[2]).toMatch(/bind +- +reviewer +running/);
  });

  it("shows what an agent wrote, and obeys none of it", () => {
    const branches = [branchState("x\u001b[2J\n\tfake\u202e")];
    const listed = listedSandboxes([], [{ workspace: "/home/ann/shop", branches }]);
    const lines = listTable({ sandboxes: listed, quick: false, width: undefined, now }).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("x\u241b[2J\u240a\u2409fake\ufffd");
  });

  it("says that there are none", () => {
    expect(listTable({ sandboxes: [], quick: false, width: 80, now })).toBe("No sandboxes");
  });
});
