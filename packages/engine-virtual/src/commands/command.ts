import type { Files } from "../files/files.ts";

/**
 * What a command yields, after at most about 1,000 steps of work or 64 KiB of output: `undefined` when it
 * can go on at once, "wait" when only the other end of a pipe can move it, a promise when it waits for
 * that (what no `executeSync` can do). A command that is ended is closed by `return()`, so that its
 * `finally` blocks run.
 */
export type Tick = undefined | "wait" | Promise<unknown> | Nested;

/**
 * Work of the shell that whoever drives it runs to its end before it goes on: a function that calls
 * itself takes no more of Node's own stack.
 */
export interface Nested {
  readonly nested: Running<number>;
  result: number;
}

/** Work that can be stopped between two ticks. */
export type Running<Result> = Generator<Tick, Result, undefined>;

export interface Input {
  /** How much is ahead, where it is a file of the sandbox. */
  readonly size?: number;
  /** The real path of the file that this reads. */
  readonly path?: string;
  /** Whether it is a file, in which a program can go back, and no pipe. */
  readonly isSeekable?: boolean;
  /** The next bytes, `undefined` at the end; yields "wait" while a pipe is empty. */
  read(): Running<Uint8Array | undefined>;
  /** What was read ahead is the next reader's: as who seeks back in a file leaves it. */
  giveBack?(rest: Uint8Array): void;
}

export interface Output {
  /** The real path of the file that this writes, so that no command reads what it writes itself. */
  readonly path?: string;
  /**
   * Takes all of it at once. The driver resumes a writer whose pipe is full when there is room again, and
   * throws `BrokenPipe` when nobody will read it, which ends the command with 141 and no word.
   */
  write(content: Uint8Array | string): void;
}

/** Nobody reads this pipe any more (SIGPIPE). No command catches it. */
export class BrokenPipe extends Error {
  override readonly name = "BrokenPipe";
}

/** What `runCommand` was to run is not there (127), or no program (126): whoever called it says so. */
export class CommandNotRun extends Error {
  override readonly name = "CommandNotRun";
  readonly status: 126 | 127;

  constructor(status: 126 | 127) {
    super(status === 127 ? "No such file or directory" : "Permission denied");
    this.status = status;
  }
}

/** Where a command reads, writes and runs that another one runs. */
export interface CommandPlace {
  readonly stdin?: Input;
  readonly stdout?: Output;
  readonly cwd?: string;
}

/** One call of a command: all that it may use. */
export interface Invocation {
  /** As it was called: `egrep` is grep too. */
  readonly name: string;
  /** The words behind the name. */
  readonly args: readonly string[];
  readonly files: Files;
  /** The working directory, as the shell shows it (`$PWD`). */
  readonly cwd: string;
  /** What the shell exports. */
  readonly env: ReadonlyMap<string, string>;
  readonly umask: number;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** What `/dev/fd/N` reads, for N from 3; `undefined` where nothing is open to read. */
  readonly descriptor: (number: number) => Input | undefined;
  /** What `/dev/fd/N` writes, for N from 3. */
  readonly outputDescriptor: (number: number) => Output | undefined;
  /** An absolute path from one that may be relative to `cwd`; only joined, `Files` follows it. */
  readonly resolve: (path: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a promise may be waited for: not in `executeSync`. */
  readonly canWait: () => boolean;
  /**
   * Runs a command with this one's descriptors and directory, or with others in their place, judged like
   * any other; its status. The shell's functions are none of another program's commands.
   */
  readonly runCommand: (argv: readonly string[], others?: CommandPlace) => Running<number>;
  /** The same for what is to end together. */
  readonly runGroup: (argv: readonly string[]) => GroupRun;
}

/** What a command runs, and whatever that starts in the background. */
export interface GroupRun {
  readonly running: Running<number>;
  /** Ends what is left of it by a signal. */
  readonly end: (signal: string) => void;
}

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line for `help`. */
  readonly description: string;
  /** As in `Usage: grep [OPTION]... PATTERNS [FILE]...`, without the first word. */
  readonly usage: string;
  /** Its exit status. A `LimitError` and a `BrokenPipe` go through it to the shell. */
  run(invocation: Invocation): Running<number>;
}
