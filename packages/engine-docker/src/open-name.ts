import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { demux } from "./demux.ts";
import { statusAtEnd } from "./exec-status.ts";
import { dockerFailure } from "./failures.ts";
import { whyEnded } from "./why-ended.ts";

/** Opens a name (see `base-image/README.md`). */
const ALLOW_HOST = "/usr/local/lib/agent-sandbox/allow-host";

export interface NameRequest {
  /** A host name or `*.name`. */
  readonly name: string;
  /** Undefined: until the sandbox ends. */
  readonly seconds?: number | undefined;
  /** Names within it that stay refused. */
  readonly denied: readonly string[];
}

/** `open`: the sandbox was started with it open. */
export type NameState = "opened" | "open";

/**
 * Opens a name in a sandbox that runs, from outside alone: as root, who nobody inside is. Cannot be
 * interrupted, since what has begun goes on inside. Fails with POLICY_DENIED where the sandbox was
 * started with it denied, and with SANDBOX_FAILED, in the sandbox's own words, where it did not open.
 */
export async function openName(
  container: Docker.Container,
  request: NameRequest,
): Promise<NameState> {
  const { name, seconds = 0, denied } = request;
  try {
    const exec = await answerTo((abortSignal) =>
      container.exec({
        User: "0:0",
        Cmd: [ALLOW_HOST, name, seconds.toString(), ...denied],
        AttachStdout: true,
        AttachStderr: true,
        abortSignal,
      }),
    );
    const { said, complaint } = await outputOf(exec);
    if (said === "opened" || said === "open") return said;
    if (said === "denied") throw new SandboxError("POLICY_DENIED", complaint, { hint: RESTART });
    throw (await whyEnded(container)) ?? (await failed(exec, request, complaint));
  } catch (error) {
    throw dockerFailure(`open "${name}"`, error);
  }
}

const RESTART = 'By the configuration as it is now: "agent-sandbox restart"';

async function outputOf(exec: Docker.Exec) {
  const stream = await answerTo((abortSignal) => exec.start({ hijack: true, abortSignal }));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const all = Promise.all([text(stdout), text(stderr)]);
  await demux(stream, { stdout, stderr });
  stdout.end();
  stderr.end();
  const [said, complaint] = await all;
  return { said: said.trim(), complaint: complaint.trim() };
}

async function failed(exec: Docker.Exec, { name }: NameRequest, complaint: string) {
  const status = await statusAtEnd(exec);
  // A program that is not there is the runtime's complaint, in its own words.
  if (status === 126 || status === 127) {
    return new SandboxError("SANDBOX_FAILED", `Cannot open "${name}": its image is too old`, {
      hint: 'Build it with "agent-sandbox build-base" and "agent-sandbox build", then "agent-sandbox restart"',
      detail: complaint,
    });
  }
  const message = complaint.startsWith("Cannot ") ? complaint : `Cannot open "${name}"`;
  return new SandboxError("SANDBOX_FAILED", message, {
    hint: `Write it in "network.domains" of the configuration, then "agent-sandbox restart"`,
    ...(message !== complaint && { detail: complaint }),
  });
}
