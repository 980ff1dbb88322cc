import type { Input, Running } from "../command.ts";

const POLYNOMIAL = 0x04c11db7;

function tableOf(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 24;
    for (let bit = 0; bit < 8; bit += 1) {
      value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
    }
    return value;
  });
}

/** What POSIX' cksum counts: the remainder over the bytes and their number. */
export function* crcOf(input: Input): Running<{ readonly crc: number; readonly length: number }> {
  const table = tableOf();
  let crc = 0;
  let length = 0;
  const add = (byte: number): void => {
    crc = (crc << 8) ^ (table[((crc >>> 24) ^ byte) & 0xff] ?? 0);
  };
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    for (const byte of chunk) add(byte);
    length += chunk.length;
    yield;
    chunk = yield* input.read();
  }
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) add(rest % 256);
  return { crc: ~crc >>> 0, length };
}
