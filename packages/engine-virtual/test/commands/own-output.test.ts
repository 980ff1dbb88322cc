import { describe, expect, it } from "@jest/globals";

import { askBash, askVirtual } from "../support/beside-bash.ts";

const SCRIPTS = [
  "printf 'a\\nb\\n' > f; cat < f >> f; echo $?; cat f",
  "printf 'a\\nb\\n' > f; cat - < f >> f; echo $?; cat f",
  "printf 'a\\nb\\n' > f; cat f >> f; echo $?; cat f",
  "printf 'a\\n' > f; cat < f > f; echo $?; cat f",
  "printf 'a\\n' > f; grep a < f >> f; echo $?; cat f",
  "printf 'a\\n' > f; ln -s f l; cat < l >> f; echo $?; cat f",
  "printf 'a\\n' > f; cat < f >> g; echo $?; cat g",
  "printf 'a\\nb\\n' > f; { read x; cat >> f; } < f; echo $?; cat f",
];

describe("a command that would read what it writes", () => {
  it.each(SCRIPTS)("refuses to, as in bash: %s", async (script) => {
    expect(await askVirtual(script)).toMatchObject(askBash(script));
  });
});
