/** Milliseconds. Not performance.now: the first look at `performance` loads modules for 4 ms. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
