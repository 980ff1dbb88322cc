import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "@jest/globals";

import { watchNames } from "../src/watch-names.ts";

let folder: string;
let other: string;

beforeEach(() => {
  const top = mkdtempSync(join(tmpdir(), "watch-names-"));
  [folder, other] = [join(top, "folder"), join(top, "other")];
  for (const path of [folder, other]) mkdirSync(path);
  symlinkSync("target", join(folder, "link"));
  writeFileSync(join(folder, "file"), "");
});

afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true });
});

/** Resolves once it was told of one of these paths. */
async function told(paths: readonly string[], change: () => void): Promise<"told"> {
  const { promise, resolve } = Promise.withResolvers<"told">();
  const watch = watchNames(paths, () => {
    resolve("told");
  });
  change();
  const answer = await promise;
  watch[Symbol.dispose]();
  return answer;
}

const CHANGES: readonly (readonly [string, () => void])[] = [
  [
    "is removed",
    () => {
      rmSync(join(folder, "link"));
    },
  ],
  [
    "is moved away",
    () => {
      renameSync(join(folder, "link"), join(other, "link"));
    },
  ],
  [
    "is replaced by another file",
    () => {
      writeFileSync(join(folder, "new"), "");
      renameSync(join(folder, "new"), join(folder, "file"));
    },
  ],
  [
    "goes with its folder",
    () => {
      renameSync(folder, join(other, "moved"));
      folder = join(other, "moved");
    },
  ],
];

it.each(CHANGES)("tells of a path that %s", async (_what, change) => {
  const paths = [join(folder, "link"), join(folder, "file"), "/nowhere/at/all"];
  expect(await told(paths, change)).toBe("told");
});

it("tells of nothing else", async () => {
  const said: string[] = [];
  const quiet = watchNames([join(folder, "link")], () => said.push("link"));
  const inBetween = () => {
    writeFileSync(join(folder, "file"), "more");
    writeFileSync(join(folder, "links"), "");
    rmSync(join(folder, "links"));
    writeFileSync(join(folder, "end"), "");
  };
  await told([join(folder, "end")], inBetween);
  quiet[Symbol.dispose]();
  expect(said).toEqual([]);
});
