import { expect, it } from "@jest/globals";

import { askBashEach, NO_END } from "./bash-batch.ts";

it("ends what a script has left running before the next one begins", () => {
  const [, next] = askBashEach([
    "f() { sleep 0.1; echo late >> ../../000001/work/late; f & }; f & sleep 0.3",
    "rm -f late; sleep 1",
  ]);
  expect(next?.outcome.tree).toEqual({});
});

it("knows a script that its time ends from one that is killed", () => {
  const outcomes = askBashEach(["sleep 30", "kill -KILL $$"]);
  expect(outcomes.map(({ outcome }) => outcome.status)).toEqual([NO_END, 137]);
});
