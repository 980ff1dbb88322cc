import { createHash } from "node:crypto";
import { open as fileHandle, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AuditEvent } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { openAuditFile } from "../../src/audit/open-audit-file.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const NOW = new Date("2026-03-04T23:59:58.123Z");
const STARTED: AuditEvent = {
  event: "run.started",
  runId: "r1",
  engine: "docker",
  workspace: "/w",
  program: "ls",
};
const FINISHED: AuditEvent = {
  event: "run.finished",
  runId: "r1",
  engine: "docker",
  workspace: "/w",
  status: 0,
  durationMs: 5,
};

const fileIn = (stateDir: string): string => join(stateDir, "audit/2026-03-04/r1.jsonl");
const open = (stateDir: string): ReturnType<typeof openAuditFile> =>
  openAuditFile({ stateDir, runId: "r1", now: () => NOW });

async function recordsIn(stateDir: string): Promise<readonly Record<string, unknown>[]> {
  const lines = (await readFile(fileIn(stateDir), "utf8")).split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("openAuditFile", () => {
  it("writes each event as a line, in a file and folders for the user alone", async () => {
    await using directory = await temporaryDirectory();
    const sink = await open(directory.path);
    await sink.append(STARTED);
    expect(await recordsIn(directory.path)).toMatchObject([
      { timestamp: "2026-03-04T23:59:58.123Z", ...STARTED },
    ]);
    await sink.close();
    expect((await stat(fileIn(directory.path))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory.path, "audit"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory.path, "audit/2026-03-04"))).mode & 0o777).toBe(0o700);
  });

  it("chains each record to the one before it by what it says", async () => {
    await using directory = await temporaryDirectory();
    const sink = await open(directory.path);
    await Promise.all([sink.append(STARTED), sink.append(FINISHED)]);
    await sink.close();
    let previous = "0".repeat(64);
    for (const { hash, ...record } of await recordsIn(directory.path)) {
      const sorted = JSON.stringify(record, Object.keys(record).sort());
      expect(hash).toBe(createHash("sha256").update(`${previous}\n${sorted}`).digest("hex"));
      previous = String(hash);
    }
  });

  it("says in its first record alone who writes it, and of each when it happened", async () => {
    await using directory = await temporaryDirectory();
    const sink = await open(directory.path);
    await sink.append(STARTED, new Date("2026-03-04T01:02:03Z"));
    await sink.append(FINISHED);
    await sink.close();
    const [first, second] = await recordsIn(directory.path);
    expect(first).toMatchObject({
      timestamp: "2026-03-04T01:02:03.000Z",
      writer: expect.stringMatching(new RegExp(`^${process.pid.toString()}/[0-9]+$`)) as unknown,
    });
    expect(second).not.toHaveProperty("writer");
  });

  it("leaves the status out when there is none", async () => {
    await using directory = await temporaryDirectory();
    const sink = await open(directory.path);
    await sink.append({ ...FINISHED, status: undefined });
    await sink.close();
    expect(await recordsIn(directory.path)).toEqual([
      expect.not.objectContaining({ status: expect.anything() }),
    ]);
  });

  it("writes to no file that is there already", async () => {
    await using directory = await temporaryDirectory();
    const first = await open(directory.path);
    await first.close();
    await expect(open(directory.path)).rejects.toMatchObject({ code: "AUDIT_FAILED" });
  });

  it("says which folder it cannot write and what helps", async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, "audit"), "");
    await expect(open(directory.path)).rejects.toMatchObject({
      code: "AUDIT_FAILED",
      message: expect.stringContaining(fileIn(directory.path)),
      hint: expect.stringContaining("XDG_STATE_HOME"),
    });
  });

  it("fails every event from the first failure on", async () => {
    await using directory = await temporaryDirectory();
    const sink = await open(directory.path);
    await sink.close();
    // What is opened next gets the file's number.
    await using other = await fileHandle(join(directory.path, "other"), "w");
    await sink.close();
    await expect(sink.append(STARTED)).rejects.toMatchObject({ code: "AUDIT_FAILED" });
    await expect(sink.append(FINISHED)).rejects.toMatchObject({ code: "AUDIT_FAILED" });
    expect((await other.stat()).size).toBe(0);
  });
});
