import { describe, expect, it } from "@jest/globals";

import { terminalFilter } from "../src/terminal-filter.ts";

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const KILL = 0x80000000;

interface Call {
  readonly audit: number;
  readonly number: number;
  readonly request?: number;
}

/** What the kernel would do: the few instructions that the filter is made of (bpf(2), classic). */
function run(filter: Buffer, { audit, number, request = 0 }: Call): number {
  const data = new Map([
    [0, number],
    [4, audit],
    [24, request],
  ]);
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, yes, no] = [filter.readUInt16LE(at * 8), filter[at * 8 + 2], filter[at * 8 + 3]];
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.get(value) ?? -1;
    if (code === 0x15) at += (loaded === value ? yes : no) ?? 0;
  }
  throw new Error("it has no end");
}

const X64 = 0xc000003e;
const I386 = 0x40000003;
const ARM64 = 0xc00000b7;

describe("terminalFilter", () => {
  it.each([
    ["x64", { audit: X64, number: 16, request: 0x5412 }, EPERM],
    ["x64", { audit: X64, number: 16, request: 0x541c }, EPERM],
    ["x64", { audit: X64, number: 16, request: 0x5413 }, ALLOW],
    ["x64", { audit: X64, number: 0, request: 0x5412 }, ALLOW],
    ["x64", { audit: X64, number: 0x40000000 + 514, request: 0x5412 }, EPERM],
    ["x64", { audit: I386, number: 54, request: 0x5412 }, EPERM],
    ["x64", { audit: I386, number: 16, request: 0x5412 }, ALLOW],
    ["x64", { audit: ARM64, number: 29, request: 0x5412 }, KILL],
    ["arm64", { audit: ARM64, number: 29, request: 0x5412 }, EPERM],
    ["arm64", { audit: ARM64, number: 29, request: 0x5401 }, ALLOW],
  ])("on %s answers %j with %d", (machine, call, answer) => {
    expect(run(terminalFilter(machine, "LE"), call)).toBe(answer);
  });

  it("is refused for a machine that is not known", () => {
    expect(() => terminalFilter("mips", "BE")).toThrow('"mips" is not known');
  });
});
