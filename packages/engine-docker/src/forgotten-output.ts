import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type Docker from "dockerode";

import { statusNow } from "./exec-status.ts";

/** Between two looks, in milliseconds. */
const INTERVAL = 5_000;
/** In place of how much had come when it was first seen to have ended. */
const GOES_ON = -1;

/**
 * Resolves where the daemon leaves the output of a command open that has ended, as now and then it does
 * (docker/cli#4553): once nothing of it has come from one look after the end to the next, and all that had come
 * was taken. It closes them within two seconds else. Rejects once `signal` is aborted.
 */
export async function forgottenOutput(
  exec: Docker.Exec,
  output: Duplex,
  signal: AbortSignal,
): Promise<void> {
  let atEnd = GOES_ON;
  for (;;) {
    await sleep(INTERVAL, undefined, { signal, ref: false });
    // It is the connection itself, taken over from HTTP.
    const { bytesRead, readableLength } = output as Duplex & Pick<Socket, "bytesRead">;
    if (bytesRead === atEnd && readableLength === 0) return;
    // A daemon that does not answer may do so again: the command has its output for as long.
    const status = await statusNow(exec, signal).catch(() => null);
    atEnd = status === null ? GOES_ON : bytesRead;
  }
}
