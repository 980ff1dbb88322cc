import { readFile } from "node:fs/promises";
import type { AuditEvent } from "@agent-sandbox/core";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { auditFileOf, openAuditFile } from "../../src/audit/open-audit-file.ts";
import { verifyChain } from "../../src/audit/verify-chain.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ABOUT = { runId: "r1", engine: "docker", workspace: "/w" } as const;
const EVENTS: readonly AuditEvent[] = [
  { event: "run.started", ...ABOUT, program: "ls" },
  ...["a", "b", "c"].map((target) => ({
    ...{ event: "decision" as const, engine: "docker" as const, workspace: "/w", target },
    ...{ operation: "read", result: "blocked" as const, policy: "sensitive-file-pattern" },
  })),
  { event: "run.finished", ...ABOUT, status: 0, durationMs: 5 },
];

async function written(events: readonly AuditEvent[]): Promise<readonly string[]> {
  await using directory = await temporaryDirectory();
  const request = { stateDir: directory.path, runId: "r1", now: () => new Date() };
  const sink = await openAuditFile(request);
  for (const event of events) await sink.append(event);
  await sink.close();
  return (await readFile(auditFileOf(request), "utf8")).split("\n").slice(0, -1);
}

let lines: readonly string[];
let line: (at: number) => string;

beforeAll(async () => {
  lines = await written(EVENTS);
  line = (at) => lines[at] ?? "";
});

const verify = (...some: readonly string[]) =>
  verifyChain(some.map((each) => `${each}\n`).join(""));

describe("verifyChain", () => {
  it("proves a file that is as it was written", () => {
    expect(verify(...lines)).toEqual({ state: "whole", records: 5 });
  });

  it("tells a run without an end apart", () => {
    expect(verify(...lines.slice(0, 3))).toEqual({ state: "unfinished", records: 3 });
  });

  it.each<readonly [string, () => string, RegExp]>([
    ["an empty file", () => "", /it is empty/],
    ["a changed word", () => `${lines.join("\n")}\n`.replace('"b"', '"x"'), /line 3 was changed/],
    ["a changed time", () => `${lines.join("\n")}\n`.replace("20", "21"), /line 1 was changed/],
    ["a missing line", () => withoutLine(2), /line 3 was changed, or one before it is missing/],
    ["a missing start", () => withoutLine(0), /line 1 was changed, or one before it is missing/],
    ["two lines that changed places", () => text(0, 2, 1, 3, 4), /line 2 .* wrong order/],
    ["a line twice", () => text(0, 1, 1, 2, 3, 4), /line 3 is line 2 again/],
    ["a whole file twice", () => text(0, 1, 2, 3, 4, 0, 1, 2, 3, 4), /line 6 follows the end/],
    ["a torn line", () => lines.join("\n").slice(0, -20), /line 5 is torn off/],
    ["an end without its line's end", () => lines.join("\n"), /line 5 is torn off/],
    ["an empty line", () => lines.join("\n\n"), /line 2 is not a record/],
    ["what is no record", () => `${line(0)}\n{"event":1}\n`, /line 2 is not a record/],
    ["a lost hash", () => `${line(0).replace(/,"hash":"[^"]*"/, "")}\n`, /line 1 is not a record/],
  ])("finds %s", (_, made, problem) => {
    expect(verifyChain(made())).toMatchObject({
      state: "broken",
      problem: expect.stringMatching(problem) as unknown,
    });
  });

  it("takes the end of what was opened for one", async () => {
    const about = { ...ABOUT, target: "new.example", user: "jane", uid: 1000 };
    const started = { event: "allow.started", ...about } as const;
    const finished = { event: "allow.finished", ...about, result: "opened" } as const;
    const both = await written([started, finished]);
    expect(verify(...both)).toEqual({ state: "whole", records: 2 });
    expect(verify(...both.slice(0, 1))).toEqual({ state: "unfinished", records: 1 });
  });

  it("finds an end that counts other events than there are", async () => {
    const few = await written([...EVENTS.slice(1, 3), { event: "collected", count: 3 }]);
    expect(verify(...few)).toMatchObject({ state: "broken" });
    const all = await written([...EVENTS.slice(1, 4), { event: "collected", count: 3 }]);
    expect(verify(...all)).toMatchObject({ state: "whole", records: 4 });
  });
});

const text = (...places: readonly number[]) => places.map((at) => `${line(at)}\n`).join("");
const withoutLine = (at: number) => text(...[0, 1, 2, 3, 4].filter((each) => each !== at));
