import { awaited } from "../commands/awaited.ts";
import type { Command, Invocation, Running } from "../commands/command.ts";
import type { Files } from "../files/files.ts";
import { Collector } from "../shell/io/collector.ts";
import type { Judge } from "./judge.ts";
import { type Reach, reachBy } from "./reach.ts";

/** What an extension may use. */
export interface ExtensionContext {
  /** The sandbox's own files: its limits and its policy hold. */
  readonly fileSystem: Files;
  readonly currentDirectory: string;
  /** What the shell exports. */
  readonly environment: Readonly<Record<string, string>>;
  /** An absolute path from one that may be relative. */
  resolvePath(path: string): string;
  /** Standard input, whole. */
  readonly stdin: Uint8Array;
  /** Written at once, also while the extension still runs. */
  readonly stdout: { write(content: Uint8Array | string): void };
  readonly stderr: { write(content: Uint8Array | string): void };
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  /** Where the policy lets a host be reached. Nothing else keeps an extension off the network: ask. */
  readonly reach: Reach;
}

/** What is left to be written when it ends; nothing means success. */
export interface ExtensionResult {
  readonly stdout?: string | Uint8Array;
  readonly stderr?: string | Uint8Array;
  readonly exitCode?: number;
}

type Answer = ExtensionResult | undefined;

/** A command from outside, by composition. */
export interface Extension {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly usage?: string;
  /** Whether a call reads standard input, which is read to its end first. Without this, every call does. */
  readsInput?(args: readonly string[]): boolean;
  execute(args: readonly string[], context: ExtensionContext): Answer | Promise<Answer>;
}

/** How the call goes during which an extension is run. */
export interface CallState {
  readonly isSync: boolean;
  readonly signal: AbortSignal;
  readonly maxPipeSize: number;
}

/** The call, and who judges it. */
export interface RunState {
  readonly call: CallState;
  readonly judge: Judge | undefined;
}

/** An extension as the shell runs its commands. */
export function asCommand(extension: Extension, state: () => RunState): Command {
  const { aliases = [], description, name, usage = name } = extension;
  return { name, aliases, description, usage, run: (call) => run(extension, call, state()) };
}

const NOTHING = new Uint8Array();

function* run(extension: Extension, call: Invocation, state: RunState): Running<number> {
  const readsInput = extension.readsInput?.(call.args) ?? true;
  const stdin = readsInput ? yield* inputOf(call, state.call) : NOTHING;
  const refuse = (message: string, status: number) => {
    call.stderr.write(`${call.name}: ${message}\n`);
    return status;
  };
  try {
    const answer = extension.execute(call.args, contextOf(call, { stdin, state }));
    if (!(answer instanceof Promise)) return finished(call, answer);
    if (state.call.isSync) {
      answer.catch(() => undefined);
      return refuse("it is asynchronous: executeSync cannot run it", 126);
    }
    return finished(call, yield* awaited(answer));
  } catch (error) {
    if (isLimit(error)) throw error;
    return refuse(error instanceof Error ? error.message : String(error), 1);
  }
}

/** Limits and pipes that nobody reads are the shell's to tell of. */
function isLimit(error: unknown): boolean {
  return error instanceof Error && (error.name === "LimitError" || error.name === "BrokenPipe");
}

function finished(call: Invocation, answer: Answer): number {
  if (answer === undefined) return 0;
  const { exitCode = 0, stderr, stdout } = answer;
  if (stdout !== undefined) call.stdout.write(stdout);
  if (stderr !== undefined) call.stderr.write(stderr);
  return exitCode;
}

function* inputOf(call: Invocation, { maxPipeSize }: CallState): Running<Uint8Array> {
  const collector = new Collector("maxPipeSize", maxPipeSize);
  for (;;) {
    const chunk = yield* call.stdin.read();
    if (chunk === undefined) return collector.bytes();
    collector.write(chunk);
  }
}

function contextOf(
  call: Invocation,
  { state, stdin }: { readonly stdin: Uint8Array; readonly state: RunState },
): ExtensionContext {
  return {
    fileSystem: call.files,
    currentDirectory: call.cwd,
    environment: Object.fromEntries(call.env),
    resolvePath: (path) => call.resolve(path),
    stdin,
    stdout: call.stdout,
    stderr: call.stderr,
    get signal() {
      return state.call.signal;
    },
    reach: reachBy(state.judge),
  };
}
