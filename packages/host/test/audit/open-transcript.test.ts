import { mkdtempSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { openTranscript } from "../../src/audit/open-transcript.ts";

let stateDir: string;
const open = async (limit?: number) =>
  await openTranscript({
    ...{ stateDir, workspace: "/srv/shop", now: () => new Date("2026-01-02T23:00:00Z") },
    ...(limit !== undefined && { limit }),
  });

/** What is in it after the first line, which is ours. */
function told(file: string): Buffer {
  const content = readFileSync(file);
  return content.subarray(content.indexOf("\n") + 1);
}

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
});

afterEach(() => {
  rmSync(stateDir, { recursive: true, force: true });
});

describe("openTranscript", () => {
  it("makes a file of its own beside the day's records, that its owner alone reads", async () => {
    using first = await open();
    using second = await open();
    expect(first.file).not.toBe(second.file);
    expect(dirname(first.file)).toBe(join(stateDir, "audit/2026-01-02"));
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(first.file)).mode & 0o777).toBe(0o700);
  });

  it("keeps what is written as it is, after a line that says whose it is", async () => {
    using transcript = await open();
    transcript.write(Buffer.from("a\u001b"));
    transcript.write(Buffer.from([0xff, 0x0a]));
    expect(transcript.isEmpty()).toBe(false);
    expect(told(transcript.file)).toEqual(Buffer.from([0x61, 0x1b, 0xff, 0x0a]));
    const [head = ""] = readFileSync(transcript.file, "utf8").split("\n");
    expect(JSON.parse(head)).toMatchObject({ type: "agent-sandbox", workspace: "/srv/shop" });
  });

  it("is gone again where nothing was told", async () => {
    const transcript = await open();
    expect(transcript.isEmpty()).toBe(true);
    expect(existsSync(transcript.file)).toBe(true);
    transcript[Symbol.dispose]();
    expect(existsSync(transcript.file)).toBe(false);
  });

  it.each([
    ["in a line that came in pieces", ['{"a":1}\n{"b', '":2}\n'], '{"a":1}\n'],
    ["in a later line of a chunk", ['{"a":1}\n{"b":2}\n'], '{"a":1}\n'],
    ["before the first line has ended", ['{"a":"far too long"}\n'], ""],
    ["where a line ends", ['{"a":12}\n\n', '{"b":2}\n'], '{"a":12}\n\n'],
  ])("is cut to whole lines %s, with a note", async (_, chunks, kept) => {
    using transcript = await open(10);
    for (const chunk of [...chunks, "never kept\n"]) transcript.write(Buffer.from(chunk));
    const lines = told(transcript.file).toString();
    expect(lines.startsWith(kept)).toBe(true);
    const note = JSON.parse(lines.slice(kept.length)) as { readonly cut: string };
    expect(note.cut).toBe("What the agent told after 10 bytes is not kept");
  });

  it("has no note where all of it fits", async () => {
    using transcript = await open(4);
    transcript.write(Buffer.from("abc\n"));
    expect(told(transcript.file).toString()).toBe("abc\n");
  });

  it("fails in a sentence where there is no place for it", async () => {
    writeFileSync(join(stateDir, "audit"), "");
    await expect(open()).rejects.toMatchObject({
      code: "AUDIT_FAILED",
      hint: expect.stringContaining("XDG_STATE") as unknown,
    });
  });
});
