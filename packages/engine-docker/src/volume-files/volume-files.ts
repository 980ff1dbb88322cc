import type { Duplex } from "node:stream";
import { Writable } from "node:stream";

import {
  SandboxError,
  type VolumeChange,
  type VolumeFile,
  type VolumeFiles,
} from "@agent-sandbox/core";
import type Docker from "dockerode";

import { demux } from "../demux.ts";
import { dockerFailure } from "../failures.ts";
import { LastLines } from "../last-lines.ts";
import { ownedOptions, removeStraySessions } from "../stray-sessions.ts";
import { untilGone } from "../until-gone.ts";
import type { VolumeAnswer, VolumeTask } from "./volume-program.ts";
import { toVolumeOptions, type VolumeRequest } from "./volume-spec.ts";

/** What of a failure is shown. */
const LAST_LINES = 10;
/** A few files of 256 KiB, as JSON. */
const ANSWER_LIMIT = 8 * 2 ** 20;

/**
 * The files at the top of a volume (see VolumeFiles), each call in a container of its own without
 * network, as the owner. The volume must be there. Aborting `signal` ends what is under way.
 */
export function volumeFiles(
  request: VolumeRequest,
  docker: Docker,
  signal: AbortSignal,
): VolumeFiles {
  const ask = async (task: VolumeTask): Promise<VolumeAnswer> => {
    const answer = await runTask({ request, task }, docker, signal);
    if (!("problem" in answer)) return answer;
    const { name, message } = answer.problem;
    throw new SandboxError(
      /ENOSPC|EDQUOT/.test(message) ? "DISK_FULL" : "ENGINE_FAILED",
      `Cannot change "${name}" in the volume "${request.volume}": ${message}`,
      { hint: "Look into it from a shell in the sandbox, and move away what is in the way" },
    );
  };
  return {
    async read(names: readonly string[]): Promise<ReadonlyMap<string, VolumeFile>> {
      const answer = await ask({ read: names });
      return new Map("files" in answer ? answer.files : []);
    },
    async change(changes: readonly VolumeChange[]): Promise<ReadonlySet<string>> {
      const answer = await ask({ change: changes });
      return new Set("replaced" in answer ? answer.replaced : []);
    },
  };
}

interface Run {
  readonly request: VolumeRequest;
  readonly task: VolumeTask;
}

async function runTask(
  { request, task }: Run,
  docker: Docker,
  signal: AbortSignal,
): Promise<VolumeAnswer> {
  signal.throwIfAborted();
  const action = `open the volume "${request.volume}"`;
  try {
    await removeStraySessions(docker, request.workspace.hash);
    const container = await docker.createContainer(ownedOptions(toVolumeOptions(request)));
    const end = () => void container.remove({ force: true }).catch(() => undefined);
    signal.addEventListener("abort", end);
    try {
      signal.throwIfAborted();
      const answer = await answerOf(container, task, action);
      signal.throwIfAborted();
      return answer;
    } finally {
      signal.removeEventListener("abort", end);
      end();
      await untilGone(container);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure(action, error);
  }
}

async function answerOf(
  container: Docker.Container,
  task: VolumeTask,
  action: string,
): Promise<VolumeAnswer> {
  const how = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
  const stream = (await container.attach(how)) as unknown as Duplex;
  const stdout = new Collected();
  const stderr = new LastLines();
  stream.on("error", () => undefined);
  const ended = demux(stream, { stdout, stderr }).catch(() => undefined);
  await container.start();
  stream.end(JSON.stringify(task));
  await ended;
  try {
    // What we wrote ourselves, from the program's own output.
    return JSON.parse(stdout.text()) as VolumeAnswer;
  } catch (cause) {
    throw new SandboxError("ENGINE_FAILED", `Cannot ${action}: its container said nothing`, {
      hint: 'Build the image again: "agent-sandbox build-base"',
      detail: stderr.last(LAST_LINES),
      cause,
    });
  }
}

/** All that was written, up to the limit. */
class Collected extends Writable {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    this.#length += chunk.length;
    if (this.#length <= ANSWER_LIMIT) this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
