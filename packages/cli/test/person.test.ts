import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { thisPerson } from "../src/person.ts";

const SOURCE = join(import.meta.dirname, "../src/person.ts");

describe("thisPerson", () => {
  it("is who runs this process", () => {
    expect(thisPerson()).toEqual({
      user: execFileSync("id", ["-un"], { encoding: "utf8" }).trim(),
      uid: process.getuid?.(),
    });
  });

  it("is a number where the machine has no name for it", () => {
    const script = `import(${JSON.stringify(SOURCE)}).then((it) => console.log(JSON.stringify(it.thisPerson())))`;
    const node = [process.execPath, "--experimental-strip-types", "--no-warnings", "-e", script];
    const said = execFileSync("setpriv", ["--reuid=54321", "--clear-groups", ...node], {
      encoding: "utf8",
    });
    expect(JSON.parse(said)).toEqual({ user: "uid 54321", uid: 54_321 });
  });
});
