import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { createTrustStore } from "../../src/trust/trust-store.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const FILE = { file: ".agent-sandbox/config.json", digest: "d1" };
const OTHER = { ...FILE, digest: "d2" };
const NOW = new Date("2026-03-04T05:06:07.000Z");
const AT = NOW.toISOString();

async function setup() {
  const directory = await temporaryDirectory();
  const { signal } = new AbortController();
  const trusts = join(directory.path, "trust");
  return {
    store: createTrustStore(directory.path, () => NOW),
    signal,
    trusts,
    files: () => readdirSync(trusts).map((name) => join(trusts, name)),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe("createTrustStore", () => {
  it("remembers what was accepted of each workspace, and when, for the user alone", async () => {
    await using at = await setup();
    expect(at.store.accepted("/a")).toEqual([]);
    expect(at.store.all()).toEqual([]);
    await at.store.accept("/b", [OTHER], at.signal);
    await at.store.accept("/a", [FILE], at.signal);
    expect(at.store.accepted("/a")).toEqual([{ ...FILE, at: AT }]);
    expect(at.store.all()).toEqual([
      { workspace: "/a", accepted: [{ ...FILE, at: AT }] },
      { workspace: "/b", accepted: [{ ...OTHER, at: AT }] },
    ]);
    expect(at.files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(at.trusts).mode & 0o777).toBe(0o700);
  });

  it("keeps the contents that were accepted before, each once, and not without end", async () => {
    await using at = await setup();
    for (const file of [FILE, OTHER, FILE]) await at.store.accept("/a", [file], at.signal);
    expect(at.store.accepted("/a").map(({ digest }) => digest)).toEqual(["d2", "d1"]);
    const many = Array.from({ length: 150 }, (_, index) => ({ ...FILE, digest: index.toString() }));
    await at.store.accept("/a", many, at.signal);
    expect(at.store.accepted("/a")).toHaveLength(100);
    expect(at.store.accepted("/a").at(-1)).toMatchObject({ digest: "149" });
  });

  it("forgets all of a workspace, and tells what that was", async () => {
    await using at = await setup();
    await at.store.accept("/a", [FILE, OTHER], at.signal);
    await at.store.accept("/b", [FILE], at.signal);
    expect(await at.store.revoke("/a", at.signal)).toHaveLength(2);
    expect(await at.store.revoke("/a", at.signal)).toEqual([]);
    expect(at.store.all().map(({ workspace }) => workspace)).toEqual(["/b"]);
  });

  it.each([
    ["torn", (text: string) => text.slice(0, -9)],
    ["empty", () => ""],
    ["another workspace's", (text: string) => text.replace('"/a"', '"/b"')],
    ["of another form", () => '{"workspace":"/a","accepted":{}}'],
    ["no object", () => "7"],
    ["without a digest", (text: string) => text.replace('"digest"', '"digested"')],
    ["with a digest that is no text", (text: string) => text.replace('"d1"', "true")],
  ])("takes a record that is %s for none, and writes it anew", async (_, broken) => {
    await using at = await setup();
    await at.store.accept("/a", [FILE], at.signal);
    const [file = ""] = at.files();
    writeFileSync(file, broken(readFileSync(file, "utf8")));
    expect(at.store.accepted("/a")).toEqual([]);
    await at.store.accept("/a", [OTHER], at.signal);
    expect(at.store.accepted("/a")).toEqual([{ ...OTHER, at: AT }]);
  });

  it("loses nothing where several accept at once", async () => {
    await using at = await setup();
    const digests = ["1", "2", "3", "4", "5"];
    await Promise.all(
      digests.map((digest) => at.store.accept("/a", [{ ...FILE, digest }], at.signal)),
    );
    expect(
      at.store
        .accepted("/a")
        .map(({ digest }) => digest)
        .toSorted(),
    ).toEqual(digests);
  });

  it("says what cannot be written", async () => {
    await using at = await setup();
    writeFileSync(at.trusts, "a file where the folder should be");
    await expect(at.store.accept("/a", [FILE], at.signal)).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
    });
  });
});
