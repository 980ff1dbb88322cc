import { describe, expect, it } from "@jest/globals";

import { isWanted, type LogFilter } from "../../src/log/log-filter.ts";
import { logRow } from "../../src/log/log-row.ts";
import { logLine, logTable } from "../../src/log/log-table.ts";

const at = (second: number) => new Date(2026, 2, 4, 5, 6, second).toISOString();
const ABOUT = { runId: "r", engine: "docker", workspace: "/w", branch: "feat", hash: "h" };

const RECORDS = [
  { timestamp: at(1), event: "run.started", ...ABOUT, program: "npm", agent: "claude" },
  {
    ...{ timestamp: at(2), event: "decision", ...ABOUT, operation: "exec", target: "git push -f" },
    ...{ result: "blocked", policy: "git-forced-push", reason: "no\u001b[2J", trust: "reported" },
    suppressed: 4,
  },
  {
    ...{ timestamp: at(3), event: "push", workspace: "/w", branch: "other", hash: "h" },
    ...{ ref: "refs/heads/other", result: "refused", reason: "not this branch" },
  },
  { timestamp: at(4), event: "run.finished", ...ABOUT, status: 3, durationMs: 2100 },
  { timestamp: at(5), event: "collected", count: 1, hash: "h" },
  { timestamp: at(5), event: "constructor", hash: "h" },
];

const rows = RECORDS.flatMap((record) => logRow(record) ?? []);
const table = (width?: number) =>
  logTable({ rows, all: false, width, mark: (line) => `!${line}` }).split("\n");

const EVERYTHING: LogFilter = {
  ...{ workspace: undefined, blockedOnly: false, agent: undefined },
  ...{ branch: undefined, operation: undefined, since: undefined },
};
const wanted = (filter: Partial<LogFilter>): readonly string[] =>
  rows.filter((row) => isWanted(row, { ...EVERYTHING, ...filter })).map((row) => row.operation);

describe("logTable", () => {
  it("has a line for each event but the ends of files, and marks what was blocked", () => {
    const [header, ...lines] = table();
    expect(header).toMatch(/^TIME +RESULT +OPERATION +TARGET/);
    expect(lines).toHaveLength(4);
    expect(lines.map((line) => line.startsWith("!"))).toEqual([false, true, true, false]);
    expect(lines[0]).toMatch(/^2026-03-04 05:06:01 +allowed +run +npm +- +claude +feat/);
    expect(lines[1]).toContain("reported");
    expect(lines[1]).toContain("4 more before it were left out");
    expect(lines[2]).toMatch(/blocked +push +refs\/heads\/other +gate .*not this branch/);
    expect(lines[3]).toMatch(/end +status 3 .*after 2\.1 s/);
  });

  it("lets nothing that an agent wrote move the cursor", () => {
    expect(table().join("")).not.toContain("\u001b");
    expect(rows.map(logLine).join("")).not.toContain("\u001b");
  });

  it("is no wider than the terminal", () => {
    for (const line of table(60)) expect(line.replace(/^!/, "").length).toBeLessThanOrEqual(60);
  });

  it("says when there is nothing", () => {
    expect(logTable({ rows: [], all: true, width: 80, mark: String })).toBe("Nothing is on record");
  });
});

describe("isWanted", () => {
  it.each<readonly [string, Partial<LogFilter>, readonly string[]]>([
    ["everything", {}, ["run", "exec", "push", "end"]],
    ["what was blocked", { blockedOnly: true }, ["exec", "push"]],
    ["an agent's", { agent: "claude" }, ["run"]],
    ["a branch's", { branch: "other" }, ["push"]],
    ["an operation's", { operation: "exec" }, ["exec"]],
    ["what is recent", { since: new Date(2026, 2, 4, 5, 6, 3) }, ["push", "end"]],
    ["a workspace's", { workspace: "/other" }, []],
  ])("lets %s through", (_, filter, operations) => {
    expect(wanted(filter)).toEqual(operations);
  });
});

describe("logLine", () => {
  it("is one row by itself", () => {
    expect(rows.map(logLine)[1]).toMatch(
      /^2026-03-04 05:06:02 {2}blocked {2}exec {5}git push -f \[feat\] {2}\(git-forced-push: no/,
    );
  });
});

describe("a run without a sandbox", () => {
  it("says so, and whose it was", () => {
    const record = { timestamp: at(1), event: "run.started", ...ABOUT, program: "claude" };
    const unguarded = { ...record, engine: "none", user: "ann" };
    expect(logRow(unguarded)).toMatchObject({
      reason: "without a sandbox, by ann",
    });
    expect(rows[0]?.reason).toBe("");
  });
});
