import type { Input, Running } from "../command.ts";

/** A sum of 16 bits over the bytes of a file, and how it is shown behind that. */
export interface OldSum {
  readonly add: (sum: number, byte: number) => number;
  readonly show: (sum: number, length: number) => string;
}

const BSD_BLOCK = 1024;
const SYSTEM_V_BLOCK = 512;

/** By the names of `cksum -a`. */
export const OLD_SUMS: Readonly<Record<string, OldSum>> = {
  bsd: {
    add: (sum, byte) => ((sum >>> 1) + ((sum & 1) << 15) + byte) & 0xffff,
    show: (sum, length) =>
      `${sum.toString().padStart(5, "0")} ${Math.ceil(length / BSD_BLOCK)
        .toString()
        .padStart(5)}`,
  },
  sysv: {
    add: (sum, byte) => (sum + byte) >>> 0,
    show: (sum, length) => {
      const folded = (sum & 0xffff) + (sum >>> 16);
      return `${(folded & 0xffff) + (folded >>> 16)} ${Math.ceil(length / SYSTEM_V_BLOCK)}`;
    },
  },
};

export function* oldSumOf(input: Input, { add, show }: OldSum): Running<string> {
  let sum = 0;
  let length = 0;
  for (;;) {
    const chunk = yield* input.read();
    if (chunk === undefined) return show(sum, length);
    for (const byte of chunk) sum = add(sum, byte);
    length += chunk.length;
    yield;
  }
}
