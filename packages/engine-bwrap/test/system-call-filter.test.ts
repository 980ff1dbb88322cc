import { describe, expect, it } from "@jest/globals";

import { systemCallFilter } from "../src/system-call-filter.ts";

const ALLOW = 0x7fff0000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;
const KILL = 0x80000000;

interface Call {
  readonly audit: number;
  readonly number: number;
  /** The low halves of the first two. */
  readonly given?: readonly [first: number, second?: number];
}

/** What the kernel would do: the few instructions that the filter is made of (bpf(2), classic). */
function run(filter: Buffer, { audit, number, given: [first, second = 0] = [0] }: Call): number {
  const data = new Map<number, number>([
    [0, number],
    [4, audit],
    [16, first],
    [24, second],
  ]);
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, value] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)];
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.get(value) ?? -1;
    else at += filter.readUInt8(at * 8 + (isTrue(code, loaded, value) ? 2 : 3));
  }
  throw new Error("it has no end");
}

function isTrue(code: number, loaded: number, value: number): boolean {
  return code === 0x15 ? loaded === value : (loaded & value) !== 0;
}

function filterOf(machine: string, nests = false): Buffer {
  return systemCallFilter({ machine, endianness: "LE", nests });
}

const X64 = 0xc000003e;
const I386 = 0x40000003;
const ARM64 = 0xc00000b7;
const S390X = 0x80000016;
const X32 = 0x40000000;

const NEW_USER = 0x10000000;
const NEW_NET = 0x40000000;

describe("systemCallFilter", () => {
  it.each([
    ["x64", { audit: X64, number: 16, given: [1, 0x5412] }, EPERM],
    ["x64", { audit: X64, number: 16, given: [1, 0x541c] }, EPERM],
    ["x64", { audit: X64, number: 16, given: [1, 0x5413] }, ALLOW],
    ["x64", { audit: X64, number: 0, given: [1, 0x5412] }, ALLOW],
    ["x64", { audit: X64, number: X32 + 514, given: [1, 0x5412] }, EPERM],
    ["x64", { audit: I386, number: 54, given: [1, 0x5412] }, EPERM],
    ["x64", { audit: I386, number: 16, given: [1, 0x5412] }, ALLOW],
    ["x64", { audit: ARM64, number: 29, given: [1, 0x5412] }, KILL],
    ["arm64", { audit: ARM64, number: 29, given: [1, 0x5412] }, EPERM],
    ["arm64", { audit: ARM64, number: 29, given: [1, 0x5401] }, ALLOW],
  ] as const)("answers what types into a terminal: on %s %j with %d", (machine, call, answer) => {
    for (const nests of [true, false]) expect(run(filterOf(machine, nests), call)).toBe(answer);
  });

  it.each([
    ["x64", { audit: X64, number: 272, given: [NEW_USER] }, EPERM],
    ["x64", { audit: X64, number: 272, given: [NEW_USER | 0x20000] }, EPERM],
    ["x64", { audit: X64, number: 272, given: [NEW_NET] }, ALLOW],
    ["x64", { audit: X64, number: 56, given: [NEW_USER | 17] }, EPERM],
    ["x64", { audit: X64, number: 56, given: [0x11, NEW_USER] }, ALLOW],
    ["x64", { audit: X64, number: 435 }, ENOSYS],
    ["x64", { audit: X64, number: X32 + 272, given: [NEW_USER] }, EPERM],
    ["x64", { audit: X64, number: X32 + 435 }, ENOSYS],
    ["x64", { audit: I386, number: 310, given: [NEW_USER] }, EPERM],
    ["arm64", { audit: ARM64, number: 97, given: [NEW_USER] }, EPERM],
    ["arm64", { audit: ARM64, number: 220, given: [NEW_USER] }, EPERM],
    ["s390x", { audit: S390X, number: 120, given: [NEW_USER] }, ALLOW],
    ["s390x", { audit: S390X, number: 120, given: [0, NEW_USER] }, EPERM],
  ] as const)("refuses user namespaces, unless it nests: on %s %j", (machine, call, answer) => {
    expect(run(filterOf(machine), call)).toBe(answer);
    expect(run(filterOf(machine, true), call)).toBe(ALLOW);
  });

  it.each([
    ["x64", X64, [248, 249, 250]],
    ["arm64", ARM64, [217, 218, 219]],
  ] as const)("refuses the kernel's keys on %s", (machine, audit, numbers) => {
    for (const number of numbers)
      expect(run(filterOf(machine, true), { audit, number })).toBe(EPERM);
  });

  it("is refused for a machine that is not known", () => {
    expect(() => systemCallFilter({ machine: "mips", endianness: "BE", nests: false })).toThrow(
      '"mips" is not known',
    );
  });
});
