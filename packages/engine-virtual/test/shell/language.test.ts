import { describe, expect, it } from "@jest/globals";

import { askBash, askVirtual } from "../support/beside-bash.ts";
import { fixture } from "../support/fixture.ts";

/** Each runs in bash and in the virtual shell; what only the standard error has is not compared. */
const SCRIPTS = fixture("language.txt").trimEnd().split("\n---\n");

describe("the virtual shell beside the machine's bash", () => {
  it.each(SCRIPTS)("answers as bash does: %s", async (script) => {
    const { exitCode, stdout } = await askVirtual(script);
    expect({ stdout, exitCode }).toEqual(askBash(script));
  });
});
