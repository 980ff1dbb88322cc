import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";
import { differencesIn } from "./differences.ts";
import { scriptOf } from "./grammar/script.ts";
import { shrink } from "./shrink.ts";

const COMMANDS = new Set(openVirtual().getAvailableCommands());
const BATCH = 50;
const BATCHES = 12;

/** `bench/virtual-fuzz.ts` goes on from here, for as long as it is told to. */
describe("scripts that chance writes", () => {
  it.each(Array.from({ length: BATCHES }, (_, index) => 1 + index * BATCH))(
    "answer as bash does, and leave the same files: %i and those behind it",
    (seed) => {
      const scripts = Array.from({ length: BATCH }, (_, index) => scriptOf(seed + index, COMMANDS));
      const [first] = differencesIn(scripts);
      expect(first === undefined ? undefined : shrink(first)).toBeUndefined();
    },
  );

  it("are the same for the same seed", () => {
    expect(scriptOf(7, COMMANDS)).toBe(scriptOf(7, COMMANDS));
    expect(scriptOf(7, COMMANDS)).not.toBe(scriptOf(8, COMMANDS));
  });
});

describe("the comparison", () => {
  it("sees another output, another status and another file", () => {
    const scripts = ["echo $$", "exit $(( ($$ > 1) + 2 ))", "echo $$ > f"];
    expect(differencesIn(scripts).map(({ script }) => script)).toEqual(scripts);
  });

  it("sees nothing where there is nothing", () => {
    expect(differencesIn(["echo a > f; exit 3"])).toEqual([]);
  });

  it("does not see when the script has written a file that it compares", () => {
    const script = "echo a > f; echo b > g; diff -u f g | tee patch";
    expect(differencesIn([script])).toEqual([]);
    expect(differencesIn([`${script}; date +%N`])).toHaveLength(1);
  });

  it("leaves out of a script what the difference does not need", () => {
    const [found] = differencesIn(["echo a; x=5\nfor i in 1 2; do\ntrue\ndone\necho $$\necho b"]);
    if (found === undefined) throw new Error("there was no difference");
    expect(shrink(found).script).toMatch(/^echo \$\$\s*$/);
  });
});
