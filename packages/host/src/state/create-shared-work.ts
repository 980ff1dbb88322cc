import { join } from "node:path";
import { SandboxError, type SharedRequest, type SharedWork } from "@agent-sandbox/core";
import { type FileLock, tryFileLock, waitForTurn } from "./file-lock.ts";
import { announceWait, type Waiting } from "./lock-holder.ts";
import { RequestQueue, type WaitingRequest } from "./request-queue.ts";
import { fromAnswer, toAnswer } from "./shared-answer.ts";

/**
 * Work that the processes of one user share through `shared/<key>` in the state folder: each leaves
 * its request there, and whoever gets the lock serves all that wait. A holder that dies leaves the
 * lock, and what it has not answered, to the next.
 */
export function createSharedWork(stateDir: string, waiting?: Waiting): SharedWork {
  return {
    async share<T, R>(shared: SharedRequest<T, R>, signal: AbortSignal) {
      const directory = join(stateDir, "shared", shared.key);
      const queue = new RequestQueue(directory);
      signal.throwIfAborted();
      const id = await queue.leave(shared.request);
      try {
        const turn = {
          id,
          queue,
          shared,
          file: `${directory}.turn`,
          announce: announceWait(`${directory}.turn`, waiting),
        };
        return await waitForAnswer<T, R>(turn, signal);
      } finally {
        await queue.remove(id);
      }
    },
  };
}

interface Turn<T, R> {
  readonly id: string;
  readonly queue: RequestQueue;
  readonly shared: SharedRequest<T, R>;
  /** What is locked. */
  readonly file: string;
  readonly announce: () => Promise<void>;
}

async function waitForAnswer<T, R>(turn: Turn<T, R>, signal: AbortSignal): Promise<R> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    const answer = await turn.queue.answerTo(turn.id);
    // The key stands for both types, and this very program wrote the file.
    if (answer !== undefined) return resultOf(fromAnswer(answer) as R | SandboxError);
    const lock = await tryFileLock(turn.file);
    if (lock === undefined) {
      await turn.announce();
      await waitForTurn(tries, signal);
      continue;
    }
    const own = await serveLocked(turn, lock, signal);
    if (own !== undefined) return resultOf(own.result);
  }
}

function resultOf<R>(result: R | SandboxError): R {
  if (result instanceof SandboxError) throw result;
  return result;
}

interface Own<R> {
  readonly result: R | SandboxError;
}

/** This request's own result; undefined where another process has given or will give it. */
async function serveLocked<T, R>(
  turn: Turn<T, R>,
  lock: FileLock,
  signal: AbortSignal,
): Promise<Own<R> | undefined> {
  try {
    // The holder before this one may have answered just before it gave the lock back.
    if ((await turn.queue.answerTo(turn.id)) !== undefined) return undefined;
    return await serve(turn, AbortSignal.any([signal, lock.lost]));
  } catch (error) {
    signal.throwIfAborted();
    // Whoever took the lock over serves this request as well.
    if (lock.lost.aborted) return undefined;
    throw error;
  } finally {
    await lock.release();
  }
}

async function serve<T, R>(turn: Turn<T, R>, signal: AbortSignal): Promise<Own<R> | undefined> {
  const taking = new Taking(turn);
  const results = await resultsOf(turn.shared, taking, signal);
  // What failed because this process stops is no answer for those who go on.
  const passedOn = (result: R | SandboxError): boolean =>
    !(signal.aborted && result instanceof SandboxError);
  for (const [index, { id }] of taking.others.entries()) {
    const result = results[index + 1] as R | SandboxError;
    // Where it cannot be written, the other does its work itself, and says what is wrong.
    if (passedOn(result)) await turn.queue.answer(id, toAnswer(result)).catch(() => undefined);
  }
  signal.throwIfAborted();
  // While the lock is held: whoever gets it next would serve this request once more.
  await turn.queue.remove(turn.id);
  return { result: results[0] as R | SandboxError };
}

/** Whose requests are served in one turn. */
class Taking<T, R> {
  readonly #turn: Turn<T, R>;
  #others: readonly WaitingRequest[] | undefined;

  constructor(turn: Turn<T, R>) {
    this.#turn = turn;
  }

  /** Those besides this process's own. */
  get others(): readonly WaitingRequest[] {
    return this.#others ?? [];
  }

  async take(isFit: (request: T) => boolean = () => true): Promise<readonly T[]> {
    const { id: own, queue, shared } = this.#turn;
    const waiting = await queue.waiting();
    this.#others = waiting.filter(({ id, request }) => id !== own && isFit(request as T));
    return [shared.request, ...this.#others.map(({ request }) => request as T)];
  }

  /** As many as have been taken; before that, all. */
  async count(): Promise<number> {
    return this.#others === undefined ? (await this.take()).length : this.#others.length + 1;
  }
}

/** A result for each request: work that fails as a whole has failed for each. */
async function resultsOf<T, R>(
  { work }: SharedRequest<T, R>,
  taking: Taking<T, R>,
  signal: AbortSignal,
): Promise<readonly (R | SandboxError)[]> {
  try {
    const results = await work((isFit) => taking.take(isFit), signal);
    const count = await taking.count();
    if (results.length === count) return results;
    throw new Error(`${results.length} results for ${count} requests`);
  } catch (error) {
    if (signal.aborted || !(error instanceof SandboxError)) throw error;
    return Array.from({ length: await taking.count() }, () => error);
  }
}
