import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../errno.ts";
import { isRunning, thisProcess } from "./process-identity.ts";
import { stateFailure } from "./state-failure.ts";

export interface WaitingRequest {
  readonly id: string;
  readonly request: unknown;
}

/**
 * The requests that wait in one folder and their answers, a file each. A name says whose it is, so
 * that what a dead process leaves, at any point, can be told and swept.
 */
export class RequestQueue {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Leaves a request and returns its id. Fails with SANDBOX_FAILED or DISK_FULL. */
  async leave(request: unknown): Promise<string> {
    const { pid, started } = await thisProcess();
    const id = [Date.now(), pid, started, randomUUID()].join("_");
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      await this.#write(`${id}.request`, request);
    } catch (error) {
      throw stateFailure(`leave a request in "${this.#directory}"`, error);
    }
    return id;
  }

  /** Takes a request back, with its answer. */
  async remove(id: string): Promise<void> {
    await this.#remove(`${id}.request`);
    // Last: a request without an answer would be served once more. An answer alone is swept.
    await this.#remove(`${id}.answer`);
  }

  /** What waits, oldest first. Only for who holds the lock: it sweeps what nobody waits for. */
  async waiting(): Promise<readonly WaitingRequest[]> {
    const names = (await readdir(this.#directory)).sort();
    const alive = new Set<string>();
    for (const id of new Set(names.map(idOf))) if (await hasOwner(id)) alive.add(id);
    const present = new Set(names);
    const waiting: WaitingRequest[] = [];
    for (const name of names) {
      const id = idOf(name);
      if (!alive.has(id) || (name === `${id}.answer` && !present.has(`${id}.request`))) {
        await this.#remove(name);
      } else if (name === `${id}.request` && !present.has(`${id}.answer`)) {
        const request = await this.#read(name);
        if (request !== undefined) waiting.push({ id, request });
      }
    }
    return waiting;
  }

  async answer(id: string, answer: unknown): Promise<void> {
    await this.#write(`${id}.answer`, answer);
  }

  /** The answer, undefined while there is none. */
  async answerTo(id: string): Promise<unknown> {
    return await this.#read(`${id}.answer`);
  }

  /** Whole or not at all. Not forced to the disk: a machine that stops stops who waits as well. */
  async #write(name: string, value: unknown): Promise<void> {
    const temporary = join(this.#directory, `${name}.${randomUUID()}.tmp`);
    try {
      await writeFile(temporary, JSON.stringify(value), { mode: 0o600, flag: "wx" });
      await rename(temporary, join(this.#directory, name));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async #read(name: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(join(this.#directory, name), "utf8"));
    } catch (error) {
      // Taken back since it was listed; or broken, and then its own process serves it.
      if (errnoOf(error) === "ENOENT" || error instanceof SyntaxError) return undefined;
      throw stateFailure(`read "${join(this.#directory, name)}"`, error);
    }
  }

  /** What cannot be removed is swept by a later holder. */
  async #remove(name: string): Promise<void> {
    await rm(join(this.#directory, name), { force: true }).catch(() => undefined);
  }
}

function idOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(".")));
}

async function hasOwner(id: string): Promise<boolean> {
  const [, pid = 0, started = 0] = id.split("_").map(Number);
  return await isRunning({ pid, started });
}
