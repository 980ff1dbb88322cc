import { describe, expect, it } from "@jest/globals";

import { askVirtualAt } from "../fuzz/ask-virtual.ts";
import { askBashEach, type Outcome } from "../fuzz/bash-batch.ts";
import { SETTINGS } from "../fuzz/grammar/tools/settings.ts";
import { told } from "../fuzz/told.ts";
import { fixture } from "../support/fixture.ts";

/** Each line is a script of its own, between files of all sorts. */
const LINES = fixture("tools.txt").trimEnd().split("\n");
const SCRIPTS = LINES.map((line) => `${SETTINGS}${line}\necho "s$?"\n`);
const ANSWERS = askBashEach(SCRIPTS).map((answer, index) => ({
  ...answer,
  line: LINES[index] ?? "",
  script: SCRIPTS[index] ?? "",
}));

const all = (outcome: Outcome): readonly [number, string] => [outcome.status, told(outcome)];

describe("lines of commands beside the machine's own", () => {
  it.each(ANSWERS)("$line", ({ cwd, outcome, script }) => {
    expect(all(askVirtualAt(cwd, script))).toEqual(all(outcome));
  });
});
