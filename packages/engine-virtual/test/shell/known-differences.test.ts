import { describe, expect, it } from "@jest/globals";

import { askBash, askVirtual } from "../support/beside-bash.ts";
import { fixture } from "../support/fixture.ts";

interface KnownDifference {
  readonly what: string;
  readonly script: string;
}

const KNOWN = JSON.parse(fixture("known-differences.json")) as readonly KnownDifference[];

/** What is chance in bash may be as it is here now and then, and is not each time. */
const TRIES = 10;

describe("the differences from bash that the documentation names", () => {
  it.each(KNOWN)("are there: $script", async ({ script }) => {
    const { exitCode, stdout } = await askVirtual(script);
    const here = JSON.stringify({ stdout, exitCode });
    const isAsInBash = () => JSON.stringify(askBash(script)) === here;
    expect(Array.from({ length: TRIES }).every(isAsInBash)).toBe(false);
  });
});
