import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { openTranscript } from "../../src/audit/open-transcript.ts";

let stateDir: string;
const now = () => new Date("2026-01-02T23:00:00Z");

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
});

afterEach(() => {
  rmSync(stateDir, { recursive: true, force: true });
});

describe("openTranscript", () => {
  it("makes a file of its own, by the day, that its owner alone reads", () => {
    using first = openTranscript({ stateDir, now });
    using second = openTranscript({ stateDir, now });
    expect(first.file).not.toBe(second.file);
    expect(dirname(first.file)).toBe(join(stateDir, "transcripts/2026-01-02"));
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(first.file)).mode & 0o777).toBe(0o700);
  });

  it("keeps what is written as it is, and knows whether that was anything", () => {
    using transcript = openTranscript({ stateDir, now });
    expect(transcript.isEmpty()).toBe(true);
    transcript.write(Buffer.from("a\u001b"));
    transcript.write(Buffer.from([0xff, 0x0a]));
    expect(transcript.isEmpty()).toBe(false);
    expect(readFileSync(transcript.file)).toEqual(Buffer.from([0x61, 0x1b, 0xff, 0x0a]));
  });

  it("fails in a sentence where there is no place for it", () => {
    writeFileSync(join(stateDir, "transcripts"), "");
    expect(() => openTranscript({ stateDir, now })).toThrow(
      expect.objectContaining({ code: "AUDIT_FAILED", hint: expect.stringContaining("XDG_STATE") }),
    );
  });
});
