// What the README shows of the library is run as it stands, from the package as it is built.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, it } from "@jest/globals";

const REPOSITORY = join(import.meta.dirname, "../..");
const BUILT = pathToFileURL(join(REPOSITORY, "packages/engine-virtual/dist/index.js")).href;

it("embeds the virtual engine in ten lines", () => {
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  const [, example = ""] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(example.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  const folder = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  try {
    const file = join(folder, "example.mjs");
    const shown = `console.log(JSON.stringify([exitCode, stdout, sandbox.executeSync("cat a/b/c").stdout]));\n`;
    writeFileSync(file, `${example.replace("@agent-sandbox/engine-virtual", BUILT)}${shown}`);
    const said = execFileSync(process.execPath, [file], { encoding: "utf8" });
    expect(JSON.parse(said)).toEqual([0, "hi\n", "hi\n"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
