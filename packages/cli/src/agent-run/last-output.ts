import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

const POLL = 50;
/** So long nothing must have come, and so long is listened to what does not end, in milliseconds. */
const QUIET = 200;
const LONGEST = 2_000;

/**
 * Waits until what a program that has ended said is handed on: to the end of its output or, where somebody
 * else holds that, until nothing comes any more. While its reader is slow, no time passes.
 */
export async function lastOutput({ stdout, stderr }: ChildProcess): Promise<void> {
  const streams = [stdout, stderr].filter((stream) => stream !== null);
  const read = () => streams.map(bytesOf).join(" ");
  let [before, quiet] = [read(), 0];
  for (let waited = 0; waited < LONGEST && quiet < QUIET && streams.some(isOpen);) {
    await sleep(POLL);
    if (streams.some(isHeldUp)) continue;
    const now = read();
    quiet = now === before ? quiet + POLL : 0;
    before = now;
    waited += POLL;
  }
}

function bytesOf(stream: Readable): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}

function isOpen(stream: Readable): boolean {
  return !stream.readableEnded && !stream.destroyed;
}

/** Its reader has not taken all that has come. */
function isHeldUp(stream: Readable): boolean {
  return isOpen(stream) && (stream.readableFlowing === false || stream.readableLength > 0);
}
