import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

describe("a command that appends to the file that it reads", () => {
  it.each(["sed p f", "cut -c1 f", "nl f", "tac f", "sort f", "uniq f", "head f"])(
    "comes to its end: %s >> f",
    async (line) => {
      using sandbox = openVirtual({ files: { "/f": "b\na\n" } });
      const alone = await sandbox.execute(`cd /; cp f g; ${line.replace(/f$/, "g")}`);
      const { stdout } = await sandbox.execute(`cd /; ${line} >> f; cat f`);
      expect(stdout).toBe(`b\na\n${alone.stdout}`);
    },
  );
});
