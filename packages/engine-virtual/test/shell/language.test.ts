import { describe, expect, it } from "@jest/globals";

import { askVirtualAt } from "../fuzz/ask-virtual.ts";
import { askBashEach, type Outcome } from "../fuzz/bash-batch.ts";
import { fixture } from "../support/fixture.ts";

/** Each runs in bash and in the virtual shell; what only the standard error has is not compared. */
const SCRIPTS = fixture("language.txt").trimEnd().split("\n---\n");
const ANSWERS = askBashEach(SCRIPTS).map((answer, index) => ({
  ...answer,
  script: SCRIPTS[index] ?? "",
}));

function told({ status, stdout, tree }: Outcome): Omit<Outcome, "stderr"> {
  return { status, stdout, tree };
}

describe("the virtual shell beside the machine's bash", () => {
  it.each(ANSWERS)("answers as bash does: $script", ({ cwd, outcome, script }) => {
    expect(told(askVirtualAt(cwd, script))).toEqual(told(outcome));
  });
});
