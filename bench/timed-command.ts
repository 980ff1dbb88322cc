import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Kills the command. */
  readonly signal: AbortSignal;
}

/** Runs a program to its end; resolves with its output and rejects when its status is not 0. */
export async function output(
  argv: readonly [string, ...string[]],
  { env, signal }: CommandOptions,
): Promise<string> {
  const [program, ...rest] = argv;
  const child = spawn(program, rest, {
    env: env ?? process.env,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (status !== 0) throw new Error(`${argv.join(" ")}: status ${String(status)}\n${stderr}`);
  return stdout.trim();
}

/** How long some work takes, in milliseconds. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
