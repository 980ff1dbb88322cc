import { type Progress, SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";
import { dockerFailure } from "../failures.ts";
import { followSignal } from "../follow-signal.ts";
import { type DaemonMessage, readMessages } from "./read-messages.ts";

export interface PullPorts {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

// A registry that is there speaks within seconds; a closed network may swallow everything.
const SILENCE_MILLISECONDS = 20_000;

/**
 * Pulls an image. Fails with IMAGE_MISSING when it cannot be had, also after twenty seconds without
 * a word; DISK_FULL; ENGINE_UNAVAILABLE; INTERRUPTED.
 */
export async function pullImage(
  docker: Docker,
  image: string,
  { progress, signal }: PullPorts,
): Promise<void> {
  using pulling = followSignal(signal);
  const silence = new Error("its registry says nothing");
  const timer = setTimeout(() => {
    pulling.abort(silence);
  }, SILENCE_MILLISECONDS);
  const abortSignal = pulling.signal;
  const share = new DownloadShare();
  try {
    signal.throwIfAborted();
    for await (const message of readMessages(
      await docker.pull(image, { abortSignal }),
      abortSignal,
    )) {
      timer.refresh();
      if (message.error !== undefined) throw new Error(message.error);
      const percent = share.add(message);
      if (percent !== undefined) progress(`Pulling "${image}": ${String(percent)} %`);
    }
  } catch (error) {
    throw pullFailure(image, abortSignal.reason === silence ? silence : error);
  } finally {
    clearTimeout(timer);
  }
}

function pullFailure(image: string, error: unknown): SandboxError {
  const failure = dockerFailure(`pull the image "${image}"`, error);
  // Docker's registry errors (no such host, no such manifest, denied) have no code of their own.
  return failure.code === "ENGINE_FAILED"
    ? new SandboxError("IMAGE_MISSING", failure.message, { cause: error })
    : failure;
}

/** How much of all layers known so far has come, told at every tenth. */
class DownloadShare {
  readonly #layers = new Map<string, { readonly current: number; readonly total: number }>();
  #told = 0;

  add({ id, status, progressDetail }: DaemonMessage): number | undefined {
    if (id === undefined || status !== "Downloading") return undefined;
    const { current = 0, total = 0 } = progressDetail ?? {};
    this.#layers.set(id, { current, total });
    const layers = [...this.#layers.values()];
    const expected = layers.reduce((sum, layer) => sum + layer.total, 0);
    const come = layers.reduce((sum, layer) => sum + layer.current, 0);
    const percent = expected === 0 ? 0 : Math.floor((come / expected) * 10) * 10;
    if (percent <= this.#told) return undefined;
    this.#told = percent;
    return percent;
  }
}
