import type { Input, Running } from "../command.ts";

const PIECE = 65_536;

/** Bytes that are there already, as an input. */
export function bytesInput(bytes: Uint8Array): Input {
  let at = 0;
  return {
    size: bytes.length,
    *read(): Running<Uint8Array | undefined> {
      if (at >= bytes.length) return undefined;
      if (at > 0) yield;
      const piece = bytes.subarray(at, at + PIECE);
      at += piece.length;
      return piece;
    },
  };
}
