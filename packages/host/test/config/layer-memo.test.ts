import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { recallLayer } from "../../src/config/layer-memo.ts";
import { parseConfig } from "../../src/config/read-config.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const SEED = join(import.meta.dirname, "../../../../test/fixtures/uds-config.yaml");

/** A file's layer by a memo that starts empty, as one process after another would ask for it. */
async function memoized() {
  const folder = await temporaryDirectory();
  const memo = { directory: join(folder.path, "layers"), parser: "one" };
  const recall = async (value: unknown, { parser = "one", text = JSON.stringify(value) } = {}) => {
    const source = { layer: "project", file: "/w/.agent-sandbox/config.json" } as const;
    return await recallLayer({ value, text }, source, { ...memo, parser });
  };
  const entries = () => readdirSync(memo.directory).map((name) => join(memo.directory, name));
  return { ...folder, recall, entries, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe("what a file was parsed to", () => {
  it("is the same once it is remembered, for a file with many keys", async () => {
    await using memo = await memoized();
    const text = readFileSync(SEED, "utf8");
    const { value } = await parseConfig(text, SEED);
    const { sandbox } = value as { readonly sandbox: unknown };
    const first = await memo.recall(sandbox, { text });
    expect(Object.keys(first.policy).length).toBeGreaterThan(3);
    expect(await memo.recall({ network: "not looked at" }, { text })).toEqual(first);
  });

  it("is another one for another text and for another parser", async () => {
    await using memo = await memoized();
    expect((await memo.recall({ network: false })).policy).not.toEqual(
      (await memo.recall({ network: true })).policy,
    );
    expect(memo.entries()).toHaveLength(2);
    await memo.recall({ network: true }, { parser: "two" });
    expect(memo.entries()).toHaveLength(3);
  });

  it("is not remembered where it cannot be used", async () => {
    await using memo = await memoized();
    await expect(memo.recall({ nonsense: 1 })).rejects.toThrow("nonsense");
    await expect(memo.recall({ nonsense: 1 })).rejects.toThrow("nonsense");
  });

  it.each(["", "{", "[]", "1"])("is parsed again where its memory holds %j", async (text) => {
    await using memo = await memoized();
    const first = await memo.recall({ network: false });
    for (const file of memo.entries()) writeFileSync(file, text);
    expect(await memo.recall({ network: false })).toEqual(first);
  });

  it("is parsed again where nothing can be kept", async () => {
    await using memo = await memoized();
    writeFileSync(join(memo.path, "layers"), "not a folder");
    expect((await memo.recall({ network: false })).policy).toBeDefined();
  });

  it("is forgotten when it has not been parsed for a month", async () => {
    await using memo = await memoized();
    mkdirSync(join(memo.path, "layers"));
    const old = join(memo.path, "layers", "old.json");
    writeFileSync(old, "{}");
    const long = Date.now() / 1000 - 40 * 86_400;
    utimesSync(old, long, long);
    await memo.recall({ network: false });
    expect(memo.entries()).toEqual([expect.not.stringContaining("old")]);
  });
});
