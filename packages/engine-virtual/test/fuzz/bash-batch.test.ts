import { expect, it } from "@jest/globals";

import { askBashEach, NO_END } from "./bash-batch.ts";

it("ends a script without an end, with all that it has begun, and knows it from one that is killed", () => {
  const [first, second, third] = askBashEach([
    "f() { sleep 0.1; echo late >> ../../000001/work/late; f & }; f & sleep 30",
    "rm -f late; sleep 1",
    "kill -KILL $$",
  ]);
  expect(first?.outcome.status).toBe(NO_END);
  expect(second?.outcome.tree).toEqual({});
  expect(third?.outcome.status).toBe(137);
});
