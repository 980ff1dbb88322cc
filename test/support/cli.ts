import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The executable that people run. */
export const CLI = join(import.meta.dirname, "../../packages/cli/bin/run.js");

export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The words in front that make it another user's. */
  readonly as?: readonly string[];
  /** Called once the process runs, to signal it. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void, pid: number) => void;
}

export interface CliResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real executable and resolves with all that it said. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const [program, ...words] = [...(options.as ?? []), process.execPath, CLI] as const;
  const child = spawn(program, [...words, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that ends without reading its input is not a failure of the test.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  options.onStart?.((signal) => child.kill(signal), child.pid ?? 0);
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.on("error", reject).on("close", (status, signal) => {
      resolve([status, signal]);
    });
  });
  const [stdout, stderr, [status, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { status, signal, stdout, stderr };
}

/** The same for a command that must succeed: resolves with its standard output. */
export async function cliOk(args: readonly string[], options: CliOptions = {}): Promise<string> {
  const { status, stdout, stderr } = await cli(args, options);
  if (status !== 0) {
    throw new Error(
      `agent-sandbox ${args.join(" ")}: status ${String(status)}\n${stdout}\n${stderr}`,
    );
  }
  return stdout;
}
