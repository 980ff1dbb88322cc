import { describe, expect, it } from "@jest/globals";

import { planRemovals } from "../../src/clean/plan-removals.ts";
import { showPlan, showReport } from "../../src/clean/show-clean.ts";
import { ALL, branch, facts, item, workspace } from "./facts.ts";

const branches = [branch("idle"), branch("evil\u001b[2J", { risk: "1 commit" })];
const plan = planRemovals(facts([item()], [workspace(branches)]), ALL);

describe("what clean says", () => {
  it("shows what would go, what would be packed and what stays", () => {
    expect(showPlan(plan, ["/srv/app"]).split("\n")).toEqual([
      "KIND       NAME  SIZE  WORKSPACE  WHY",
      "container  c1    10 B  /srv/app   its sandbox is stopped",
      "branch     idle  5 B   /srv/app   the host has all of it, and no sandbox uses it",
      "",
      "Would remove 2 things, 15 B",
      "Would pack the repo shelf of /srv/app",
      "",
      "Kept, until --force names it:",
      "  branch evil\u241b[2J of /srv/app: only it has 1 commit",
    ]);
  });

  it("shows what went and what stayed after all", () => {
    const [first, second] = plan.removals;
    if (first === undefined || second === undefined) throw new Error("Nothing is removed");
    const outcomes = [
      { removal: first, refused: undefined },
      { removal: second, refused: "something uses it again" },
    ];
    const packed = [{ workspace: "/srv/app", before: 2_000_000, after: 1500 }];
    const text = showReport({ outcomes, packed }, { ...plan, kept: [] });
    expect(text.split("\n").slice(-3)).toEqual([
      "Removed 1 thing, 10 B",
      "Packed the repo shelf of /srv/app: 2.00 MB became 1.50 kB",
      "Kept branch idle of /srv/app: something uses it again",
    ]);
  });

  it("says so where there is nothing", () => {
    const nothing = planRemovals(facts([]), ALL);
    expect(showPlan(nothing, [])).toBe("Nothing to remove");
    expect(showReport({ outcomes: [], packed: [] }, nothing)).toBe("Nothing was removed");
  });
});
