import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "../state/directories.ts";
import { readJsonFile, writeJsonFile } from "../state/json-file.ts";

export interface NpmQuestion {
  /** The real path of npm. */
  readonly npm: string;
  readonly env: Environment;
  readonly stateDir: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/** npm answers in half a second; longer than this, it waits for something that never comes. */
const PATIENCE_MS = 10_000;

/**
 * The registry's URL as npm itself tells it, remembered for a day or until npm is replaced, and for longer
 * where npm does not answer; undefined where it never did. Rejects with the signal's reason when aborted.
 */
export async function askNpm(question: NpmQuestion): Promise<string | undefined> {
  const cache = join(question.stateDir, "npm-registry.json");
  const { mtimeMs } = statSync(question.npm);
  const found = readJsonFile(cache);
  const known = isAnswer(found) ? found : undefined;
  const now = question.now();
  if (known?.npm === question.npm && known.mtimeMs === mtimeMs) {
    if (now >= known.askedAt && now - known.askedAt < DAY_MS) return known.registry;
  }
  const registry = await registryOf(question);
  // What it said last is likelier than nothing, and keeps a busy machine's sandboxes as they are.
  if (registry === undefined) return known?.registry;
  const answer: Answer = { npm: question.npm, mtimeMs, askedAt: now, registry };
  // A cache that cannot be written costs half a second next time, and no more.
  await writeJsonFile(cache, answer).catch(() => undefined);
  return registry;
}

interface Answer {
  readonly npm: string;
  readonly mtimeMs: number;
  readonly askedAt: number;
  readonly registry: string;
}

async function registryOf({ npm, env, signal }: NpmQuestion): Promise<string | undefined> {
  try {
    // In "/" there is no project whose .npmrc npm would read.
    const options = { cwd: "/", env, timeout: PATIENCE_MS, signal };
    // Loaded when it is needed: most starts find the answer in the cache.
    const { execFile } = await import("node:child_process");
    const { stdout } = await promisify(execFile)(npm, ["config", "get", "registry"], options);
    return stdout.trim();
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== "object" || value === null) return false;
  const { npm, mtimeMs, askedAt, registry } = value as Partial<Record<keyof Answer, unknown>>;
  return (
    typeof npm === "string" &&
    typeof mtimeMs === "number" &&
    typeof askedAt === "number" &&
    typeof registry === "string"
  );
}
