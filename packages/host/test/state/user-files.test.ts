import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { openTypedHistory, readWholeFile, writeWholeFile } from "../../src/index.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("a file that the user has named", () => {
  it("is written whole, with the mode that it has, through a link", async () => {
    const [file, link] = [join(folder, "file"), join(folder, "link")];
    expect(readWholeFile(file)).toBeUndefined();
    await writeWholeFile(file, Buffer.from("one"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "two", { mode: 0o600 });
    symlinkSync("file", link);
    await writeWholeFile(link, Buffer.from("three"));
    expect(readFileSync(file, "utf8")).toBe("three");
    expect(Buffer.from(readWholeFile(link) ?? []).toString()).toBe("three");
    expect(readdirSync(folder).sort()).toEqual(["file", "link"]);
  });

  it("is named where it cannot be read or written", async () => {
    expect(() => readWholeFile(folder)).toThrow(`Cannot read "${folder}"`);
    const file = join(folder, "none/file");
    await expect(writeWholeFile(file, Buffer.from(""))).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: expect.stringContaining(`Cannot write "${file}"`),
    });
  });
});

describe("a history of what was typed", () => {
  it("keeps each line at once, for all sessions and their owner alone", () => {
    const state = join(folder, "state");
    const first = openTypedHistory(state, "kind");
    expect(first.lines).toEqual([]);
    first.add("one");
    openTypedHistory(state, "kind").add("two");
    first.add("three");
    expect(openTypedHistory(state, "kind").lines).toEqual(["one", "two", "three"]);
    expect(openTypedHistory(state, "other").lines).toEqual([]);
    expect(statSync(join(state, "history/kind")).mode & 0o777).toBe(0o600);
    expect(statSync(join(state, "history")).mode & 0o777).toBe(0o700);
  });

  it("is shortened to the last thousand lines", () => {
    const state = join(folder, "long");
    openTypedHistory(state, "kind").add("0");
    const lines = Array.from({ length: 2500 }, (_, index) => index.toString());
    writeFileSync(join(state, "history/kind"), `${lines.join("\n")}\n`);
    expect(openTypedHistory(state, "kind").lines).toEqual(lines.slice(-1000));
    expect(readFileSync(join(state, "history/kind"), "utf8").split("\n")).toHaveLength(1001);
  });

  it("stops nobody where it cannot be kept", () => {
    const file = join(folder, "is-a-file");
    writeFileSync(file, "");
    const history = openTypedHistory(file, "kind");
    expect(() => history.add("line")).not.toThrow();
    expect(history.lines).toEqual([]);
  });
});
