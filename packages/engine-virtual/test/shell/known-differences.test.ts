import { describe, expect, it } from "@jest/globals";

import { askBash, askVirtual } from "../support/beside-bash.ts";
import { fixture } from "../support/fixture.ts";

interface KnownDifference {
  readonly what: string;
  readonly script: string;
}

const KNOWN = JSON.parse(fixture("known-differences.json")) as readonly KnownDifference[];

describe("the differences from bash that the documentation names", () => {
  it.each(KNOWN)("are there: $script", async ({ script }) => {
    const { exitCode, stdout } = await askVirtual(script);
    expect({ stdout, exitCode }).not.toEqual(askBash(script));
  });
});
