import { describe, expect, it } from "@jest/globals";

import { askBothOf } from "./known/known-rule.ts";
import { isRefused } from "./refused.ts";

const REFUSED = [
  "echo a > f; tar -cJf f.txz f; echo $?",
  "echo a | sed e | cat",
  "echo a | sed e; echo a > f; tar -cJf f.txz f",
];

describe("what is refused by name", () => {
  it.each(REFUSED)("is told from what is different: %s", (script) => {
    expect(isRefused(askBothOf(script))).toBe(true);
  });

  it.each(REFUSED)("hides no difference beside it: %s", (script) => {
    expect(isRefused(askBothOf(`${script}\necho $$`))).toBe(false);
    expect(isRefused(askBothOf(`echo $$ > another\n${script}`))).toBe(false);
  });

  it("is not what both refuse, in other words", () => {
    const script = "tar -q; echo on";
    const { bash, virtual } = askBothOf(script);
    const said = (stderr: string) => ({
      script,
      bash: { ...bash, stderr: "tar: unrecognized option '-q'\n" },
      virtual: { ...virtual, stderr },
    });
    expect(isRefused(said("tar: invalid option -- 'q'\n"))).toBe(false);
  });
});
