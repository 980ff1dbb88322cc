import type { Duplex } from "node:stream";

/** Carries bytes both ways; an end of one side's is told to the other, a failure ends both. */
export function tunnel(a: Duplex, b: Duplex): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => {
      if (!from.readableEnded) to.destroy();
    });
    from.pipe(to);
  }
}
