import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { createPlaceholders } from "../../src/placeholders/create-placeholders.ts";
import { recordAhead } from "../../src/placeholders/record-ahead.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** A workspace, and what is to be on record for it. */
async function setup() {
  const directory = await temporaryDirectory();
  const [workspacePath, stateDir] = [join(directory.path, "ws"), join(directory.path, "state")];
  await mkdir(workspacePath);
  const request = (name: string) => ({
    workspaceHash: "h",
    workspacePath,
    user,
    placeholders: [{ path: join(workspacePath, name), kind: "directory" as const, content: "" }],
  });
  return {
    ...{ workspacePath, stateDir, request, placeholders: createPlaceholders(stateDir) },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe("recordAhead", () => {
  it("writes nothing itself; once written, what it says is removed, and what was held before", async () => {
    await using at = await setup();
    await at.placeholders.hold(at.request("earlier"));
    const { file, content } = recordAhead(at.stateDir, at.request("pasted"));
    expect(await at.placeholders.held()).toEqual(["h"]);
    await writeFile(file, content);
    await mkdir(join(at.workspacePath, "pasted"));
    await at.placeholders.release("h");
    expect(await readdir(at.workspacePath)).toEqual([]);
  });

  it("does not count as held while its commands are being pasted, and does afterwards", async () => {
    await using at = await setup();
    const { file, content } = recordAhead(at.stateDir, at.request("pasted"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    expect(await at.placeholders.held()).toEqual([]);
    await utimes(file, 0, Date.now() / 1000 - 61);
    expect(await at.placeholders.held()).toEqual(["h"]);
    await rm(file);
    expect(await at.placeholders.held()).toEqual([]);
  });
});
