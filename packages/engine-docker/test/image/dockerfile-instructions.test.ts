import { describe, expect, it } from "@jest/globals";
import {
  dockerfileArguments,
  dockerfileInstructions,
} from "../../src/image/dockerfile-instructions.ts";

describe("dockerfileInstructions", () => {
  it("joins continued lines and leaves comments and empty lines out", () => {
    expect(dockerfileInstructions("# a\nrun a \\\n# b\n\n  b\n\nCOPY x y")).toEqual([
      { keyword: "RUN", value: "a  b", line: 2 },
      { keyword: "COPY", value: "x y", line: 7 },
    ]);
  });

  it("honours the escape directive", () => {
    expect(dockerfileInstructions("# escape=`\nRUN a `\n b\nCOPY c:\\ d")).toEqual([
      { keyword: "RUN", value: "a  b", line: 2 },
      { keyword: "COPY", value: "c:\\ d", line: 4 },
    ]);
  });

  it("reads over here-documents", () => {
    const text = "RUN <<-A <<'B'\n\tUSER x\n\tA\nUSER y\nB\nUSER node\n";
    expect(dockerfileInstructions(text).map(({ keyword, line }) => [keyword, line])).toEqual([
      ["RUN", 1],
      ["USER", 6],
    ]);
  });

  it("gives the last instruction also when it ends in a continuation", () => {
    expect(dockerfileInstructions("RUN a \\")).toEqual([{ keyword: "RUN", value: "a", line: 1 }]);
  });
});

describe("dockerfileArguments", () => {
  it("holds the default of each ARG that has one", () => {
    const text =
      'ARG OS_IMAGE=node:24\nFROM $OS_IMAGE\nARG NONE\nARG EMPTY=\nARG Q="a b"\nARG OS_IMAGE\n';
    expect(Object.fromEntries(dockerfileArguments(text))).toEqual({
      OS_IMAGE: "node:24",
      EMPTY: "",
      Q: "a b",
    });
  });
});
