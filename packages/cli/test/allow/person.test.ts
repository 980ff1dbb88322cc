import { execFileSync } from "node:child_process";

import { describe, expect, it } from "@jest/globals";

import { thisPerson } from "../../src/allow/person.ts";

describe("thisPerson", () => {
  it("is who runs this process", () => {
    expect(thisPerson()).toEqual({
      user: execFileSync("id", ["-un"], { encoding: "utf8" }).trim(),
      uid: process.getuid?.(),
    });
  });
});
