import { join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { readJsonFile, writeJsonFile } from "../state/json-file.ts";
import { readTextFile } from "../state/text-file.ts";
import { checkRanges, parseMeta, parseRangeLines } from "./parse-ranges.ts";

export interface GithubPorts {
  readonly stateDir: string;
  /** The list that is shipped: one CIDR a line. */
  readonly fallbackFile: string;
  /** Where GitHub publishes its ranges. */
  readonly metaUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export const GITHUB_META_URL = "https://api.github.com/meta";

const FRESH_MS = 24 * 3_600_000;
/** Offline, nobody waits for the same failure at every start. */
const RETRY_MS = 3_600_000;
const PATIENCE_MS = 2000;
const SIZE_LIMIT = 1024 * 1024;

/**
 * GitHub's published CIDRs for web, api and git: those of the last day, fetched where there are
 * none; else the last ones known; else the shipped ones. Rejects with the signal's reason when
 * aborted, and with ENGINE_FAILED only when the shipped list itself is broken.
 */
export async function githubRanges(ports: GithubPorts): Promise<readonly string[]> {
  const file = join(ports.stateDir, "github-ranges.json");
  const cache = parseCache(readJsonFile(file));
  const now = ports.now();
  if (cache.ranges !== undefined && isWithin(now, cache.fetchedAt, FRESH_MS)) return cache.ranges;
  if (isWithin(now, cache.failedAt, RETRY_MS)) return known(cache, ports);
  const fetched = await fetchRanges(ports);
  const next = fetched ? { fetchedAt: now, ranges: fetched } : { ...cache, failedAt: now };
  // A cache that cannot be written costs one fetch at the next start, and no more.
  await writeJsonFile(file, next).catch(() => undefined);
  return fetched ?? known(cache, ports);
}

interface Cache {
  readonly fetchedAt?: number | undefined;
  readonly failedAt?: number | undefined;
  readonly ranges?: readonly string[] | undefined;
}

/** Whatever is not as this program writes it counts as not there. */
function parseCache(value: unknown): Cache {
  if (typeof value !== "object" || value === null) return {};
  const { fetchedAt, failedAt, ranges } = value as Partial<Record<keyof Cache, unknown>>;
  return {
    ...(typeof fetchedAt === "number" && { fetchedAt }),
    ...(typeof failedAt === "number" && { failedAt }),
    ranges: checkRanges(ranges),
  };
}

/** A time in the future is a clock that was wrong then or is now. */
function isWithin(now: number, then: number | undefined, span: number): boolean {
  return then !== undefined && now >= then && now - then < span;
}

function known(cache: Cache, { fallbackFile }: GithubPorts): readonly string[] {
  if (cache.ranges !== undefined) return cache.ranges;
  const ranges = parseRangeLines(readTextFile(fallbackFile) ?? "");
  if (ranges !== undefined) return ranges;
  throw new SandboxError("ENGINE_FAILED", `Cannot read GitHub's ranges from "${fallbackFile}"`, {
    hint: "Install agent-sandbox again: the file is part of it",
  });
}

async function fetchRanges(ports: GithubPorts): Promise<readonly string[] | undefined> {
  try {
    const signal = AbortSignal.any([ports.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const response = await ports.fetch(ports.metaUrl, {
      headers: { accept: "application/vnd.github+json", "user-agent": "agent-sandbox" },
      redirect: "error",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    return parseMeta(JSON.parse(await readBody(response)));
  } catch {
    ports.signal.throwIfAborted();
    return undefined;
  }
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > SIZE_LIMIT) throw new RangeError("the answer is too large");
  }
  return text;
}
