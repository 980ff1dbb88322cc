import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { AuditReader } from "../../src/audit/audit-reader.ts";
import { openAuditFile } from "../../src/audit/open-audit-file.ts";
import { tidyAudit, tidyPreview } from "../../src/audit/tidy-audit.ts";
import { isTidyDue } from "../../src/audit/tidy-stamp.ts";
import { verifyChain } from "../../src/audit/verify-chain.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const { signal } = new AbortController();
const KEEP_ALL = { keepDays: 1000, maxBytes: 1e9 };

/** The record of a run on that day; one that is called "running" has no end. */
async function record(stateDir: string, day: string, runId: string) {
  const now = () => new Date(`${day}T10:00:00Z`);
  const about = { runId, engine: "docker", workspace: "/w" } as const;
  const sink = await openAuditFile({ stateDir, runId, now });
  await sink.append({ event: "run.started", ...about, program: "ls" });
  if (runId !== "running")
    await sink.append({ event: "run.finished", ...about, status: 0, durationMs: 1 });
  await sink.close();
  const file = join(stateDir, "audit", day, `${runId}.jsonl`);
  await utimes(file, now(), now());
  return file;
}

const tidy = (stateDir: string, limits = KEEP_ALL) =>
  tidyAudit({ stateDir, limits, now: NOW, signal });

function read(stateDir: string, since?: Date) {
  const readings = [...new AuditReader({ stateDir }, since).read(NOW)];
  return readings.map(({ file, text }) => ({ file, state: verifyChain(text).state }));
}

const inDay = async (stateDir: string, day: string) => await readdir(join(stateDir, "audit", day));

describe("tidyAudit", () => {
  it("compresses what has ended on days that are over, and it reads as before", async () => {
    await using directory = await temporaryDirectory();
    for (const id of ["a", "b"]) await record(directory.path, "2026-03-08", id);
    await record(directory.path, "2026-03-10", "today");
    const before = read(directory.path);
    expect(before).toHaveLength(3);
    await tidy(directory.path);
    expect(await inDay(directory.path, "2026-03-08")).toEqual([
      expect.stringMatching(/^archive-.*\.gz$/),
    ]);
    expect(await inDay(directory.path, "2026-03-10")).toEqual(["today.jsonl"]);
    expect(read(directory.path)).toEqual(before);
    await tidy(directory.path);
    expect(read(directory.path)).toEqual(before);
  });

  it("leaves alone what still runs, also where all of it is too old and too much", async () => {
    await using directory = await temporaryDirectory();
    await record(directory.path, "2026-01-01", "running");
    await record(directory.path, "2026-01-01", "ended");
    const gone = await tidy(directory.path, { keepDays: 1, maxBytes: 0 });
    expect(await inDay(directory.path, "2026-01-01")).toEqual(["running.jsonl"]);
    expect(gone).toMatchObject({ files: 1, until: "2026-01-01" });
  });

  it("removes what is too old, with its folder, and no transcript", async () => {
    await using directory = await temporaryDirectory();
    await record(directory.path, "2026-02-01", "old");
    await record(directory.path, "2026-02-02", "beside");
    await record(directory.path, "2026-03-08", "young");
    const transcript = join(directory.path, "audit/2026-02-02/t.transcript");
    await writeFile(transcript, "{}\n");
    await utimes(transcript, new Date("2026-02-01"), new Date("2026-02-01"));
    const limits = { keepDays: 30, maxBytes: 1e9 };
    const request = { stateDir: directory.path, limits, now: NOW };
    expect(await tidyPreview(request)).toMatchObject({ files: 2, until: "2026-02-02" });
    expect(read(directory.path)).toHaveLength(3);
    await tidy(directory.path, limits);
    expect(read(directory.path)).toEqual([{ file: "2026-03-08/young.jsonl", state: "whole" }]);
    expect(await readdir(join(directory.path, "audit"))).not.toContain("2026-02-01");
    expect(await inDay(directory.path, "2026-02-02")).toEqual(["t.transcript"]);
  });

  it("removes the oldest where all are too much, and nothing of today", async () => {
    await using directory = await temporaryDirectory();
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-10"]) {
      await record(directory.path, day, day);
    }
    await tidy(directory.path);
    const [archive = ""] = await inDay(directory.path, "2026-03-02");
    const { size } = await stat(join(directory.path, "audit/2026-03-02", archive));
    const today = await stat(join(directory.path, "audit/2026-03-10/2026-03-10.jsonl"));
    await tidy(directory.path, { keepDays: 1000, maxBytes: size + today.size + 10 });
    expect(read(directory.path).map(({ file }) => file.slice(0, 10))).toEqual([
      "2026-03-02",
      "2026-03-10",
    ]);
    await tidy(directory.path, { keepDays: 1000, maxBytes: 0 });
    expect(read(directory.path).map(({ file }) => file.slice(0, 10))).toEqual(["2026-03-10"]);
  });

  it("counts a record once that a crash left both in an archive and beside it", async () => {
    await using directory = await temporaryDirectory();
    const file = await record(directory.path, "2026-03-08", "a");
    const text = await readFile(file, "utf8");
    await tidy(directory.path);
    await writeFile(file, text);
    await writeFile(join(directory.path, "audit/2026-03-08/archive-x.gz.tmp"), "half");
    expect(read(directory.path)).toHaveLength(1);
    await tidy(directory.path);
    expect(read(directory.path)).toEqual([{ file: "2026-03-08/a.jsonl", state: "whole" }]);
    expect(await inDay(directory.path, "2026-03-08")).not.toContain("archive-x.gz.tmp");
  });

  it("is due once a day", async () => {
    await using directory = await temporaryDirectory();
    const now = new Date();
    expect(isTidyDue({ stateDir: directory.path }, now)).toBe(true);
    await tidyAudit({ stateDir: directory.path, limits: KEEP_ALL, now, signal });
    expect(isTidyDue({ stateDir: directory.path }, now)).toBe(false);
    expect(isTidyDue({ stateDir: directory.path }, new Date(now.getTime() + 86_400_000))).toBe(
      true,
    );
  });
});

describe("AuditReader", () => {
  it("leaves out what was written to last before its time, archives too", async () => {
    await using directory = await temporaryDirectory();
    await record(directory.path, "2026-03-05", "a");
    await record(directory.path, "2026-03-08", "b");
    await tidy(directory.path);
    await record(directory.path, "2026-03-09", "c");
    const files = read(directory.path, new Date("2026-03-08T00:00:00Z")).map(({ file }) => file);
    expect(files).toEqual(["2026-03-08/b.jsonl", "2026-03-09/c.jsonl"]);
  });

  it("gives what has come to a file since, whole lines of it", async () => {
    await using directory = await temporaryDirectory();
    const file = await record(directory.path, "2026-03-10", "running");
    const reader = new AuditReader({ stateDir: directory.path });
    const names = () => [...reader.read(NOW)].flatMap(({ records }) => records.map((r) => r.event));
    expect(names()).toEqual(["run.started"]);
    expect(names()).toEqual([]);
    const more = `${JSON.stringify({ timestamp: "t", event: "run.finished", hash: "h" })}\n`;
    await writeFile(file, more.slice(0, 10), { flag: "a" });
    expect(names()).toEqual([]);
    await writeFile(file, more.slice(10), { flag: "a" });
    expect(names()).toEqual(["run.finished"]);
    await record(directory.path, "2026-03-10", "b");
    expect(names()).toEqual(["run.started", "run.finished"]);
  });

  it("says which archive it cannot read", async () => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, "audit/2026-03-08"), { recursive: true });
    await writeFile(join(directory.path, "audit/2026-03-08/archive-x.gz"), "no gzip");
    expect(() => read(directory.path)).toThrow(/Cannot read the record "archive-x.gz"/);
  });
});
