import type { Duplex } from "node:stream";

import {
  type GitSession,
  type GitSessionRequest,
  type Progress,
  SandboxError,
  type SessionAnswer,
  type SessionCommand,
} from "@agent-sandbox/core";
import type Docker from "dockerode";

import { demux } from "./demux.ts";
import { dockerFailure } from "./failures.ts";
import { LastLines } from "./last-lines.ts";
import { toSessionOptions } from "./session-spec.ts";
import { SessionAnswers, type SessionSaid } from "./session-answers.ts";
import { ownedOptions, removeStraySessions } from "./stray-sessions.ts";
import { untilGone } from "./until-gone.ts";
import { createVolume, gateVolume, shelfVolume } from "./volumes.ts";

export interface SessionPorts {
  readonly docker: Docker;
  readonly progress: Progress;
}

/** How much of what a session said last is shown. */
const LAST_LINES = 20;

/**
 * Opens a session (see GitSession) in a container that ends with this process. Resolves once it has
 * the shelf to itself; `progress` says when another session has it for longer than a second. Aborting
 * `signal` ends it, and rejects with the signal's reason.
 */
export async function openGitSession(
  request: GitSessionRequest,
  { docker, progress }: SessionPorts,
  signal: AbortSignal,
): Promise<GitSession> {
  signal.throwIfAborted();
  const attached = await attach(request, docker);
  const { container } = attached;
  const isWaiting = () => {
    progress("Waiting for another agent-sandbox that works on this repository's shelf");
  };
  const session = new ContainerSession(attached, isWaiting, signal);
  try {
    await container.start();
    await session.ready();
    return session;
  } catch (error) {
    await session.kill();
    // One that has not started is not removed by itself.
    await container.remove({ force: true }).catch(() => undefined);
    signal.throwIfAborted();
    throw withoutProgram(dockerFailure("open the repository's shelf", error), request);
  }
}

/** Its input and output, before it has started. */
interface Attached {
  readonly container: Docker.Container;
  readonly stream: Duplex;
}

async function attach(request: GitSessionRequest, docker: Docker): Promise<Attached> {
  const { workspace } = request;
  try {
    const names = [shelfVolume(workspace), gateVolume(workspace)];
    await Promise.all([
      removeStraySessions(docker, workspace.hash),
      ...names.map((name) => createVolume(docker, name, workspace)),
    ]);
    const container = await docker.createContainer(ownedOptions(toSessionOptions(request)));
    const how = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
    return { container, stream: (await container.attach(how)) as unknown as Duplex };
  } catch (error) {
    throw dockerFailure("open the repository's shelf", error);
  }
}

/** An image from before there were sessions. */
function withoutProgram(failure: SandboxError, { image }: GitSessionRequest): SandboxError {
  if (!/git-session.*no such file/s.test(failure.message)) return failure;
  return new SandboxError("IMAGE_MISSING", `Cannot use the image "${image}": it is too old`, {
    hint: 'Build it again: "agent-sandbox build-base", then "agent-sandbox build"',
    cause: failure,
  });
}

interface Waiting {
  readonly resolve: (said: SessionSaid) => void;
  readonly reject: (reason: unknown) => void;
}

class ContainerSession implements GitSession {
  readonly #container: Docker.Container;
  readonly #stream: Duplex;
  readonly #signal: AbortSignal;
  readonly #said = new LastLines();
  readonly #ended: Promise<void>;
  /** Listened for from the beginning: it can come before the daemon says that it has started. */
  readonly #isReady: Promise<unknown>;
  readonly #isWaiting: () => void;
  #hasEnded = false;
  #waiting: Waiting | undefined;
  /** The command before: the session takes one at a time. */
  #before: Promise<unknown> = Promise.resolve();

  constructor({ container, stream }: Attached, isWaiting: () => void, signal: AbortSignal) {
    this.#container = container;
    this.#stream = stream;
    this.#isWaiting = isWaiting;
    this.#signal = signal;
    this.#isReady = this.#next();
    // Whoever opens it may have failed before it asks.
    this.#isReady.catch(() => undefined);
    const answers = new SessionAnswers((said) => this.#hear(said));
    answers.on("error", () => stream.destroy());
    stream.on("error", () => undefined);
    signal.addEventListener("abort", this.#abort);
    this.#ended = demux(stream, { stdout: answers, stderr: this.#said })
      .catch(() => undefined)
      .then(() => this.#end());
  }

  async ready(): Promise<void> {
    await this.#isReady;
  }

  async run(command: SessionCommand): Promise<SessionAnswer> {
    return await this.#ask(command);
  }

  async evaluate(script: string, input: string): Promise<SessionAnswer> {
    return await this.#ask({ script, input });
  }

  async #ask(request: object): Promise<SessionAnswer> {
    const answer = this.#before.then(async () => {
      const said = this.#next();
      this.#stream.write(`${JSON.stringify(request)}\n`);
      const { message, stdout, stderr } = await said;
      return {
        status: message.status,
        stdout: stdout.toString("utf8"),
        stderr: stderr.toString("utf8"),
        bytes: stdout,
      };
    });
    this.#before = answer.catch(() => undefined);
    return await answer;
  }

  async kill(): Promise<void> {
    this.#stream.destroy();
    await this.#container.kill().catch(() => undefined);
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stream.end();
    await this.#ended;
    // It is there a moment longer than it speaks: a gate, an image and volumes are kept for it.
    await untilGone(this.#container);
  }

  async #next(): Promise<SessionSaid> {
    return await new Promise((resolve, reject) => {
      if (this.#hasEnded) reject(this.#failure());
      else this.#waiting = { resolve, reject };
    });
  }

  #hear(said: SessionSaid): void {
    if (said.message.event === "waiting") {
      this.#isWaiting();
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(said);
  }

  #end(): void {
    this.#hasEnded = true;
    this.#signal.removeEventListener("abort", this.#abort);
    this.#waiting?.reject(this.#failure());
    this.#waiting = undefined;
  }

  #failure(): Error {
    const reason: unknown = this.#signal.reason;
    if (reason instanceof Error) return reason;
    return new SandboxError(
      "GIT_FAILED",
      "Cannot use git on the repository's shelf: it has ended",
      {
        hint: "Run the command again: what was done before is kept",
        detail: this.#said.last(LAST_LINES),
      },
    );
  }

  readonly #abort = (): void => void this.kill();
}
