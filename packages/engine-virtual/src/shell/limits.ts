/** What bounds the shell itself; the file system has its own. */
export interface ShellLimits {
  /** Bytes of standard output, and of standard error, of one call. */
  readonly maxOutputSize: number;
  /** Simple commands of one call. */
  readonly maxCommandCount: number;
  /** Functions, scripts and substitutions inside of each other. */
  readonly maxRecursion: number;
  /** Characters of a variable's value, and elements of an array. */
  readonly maxVariableSize: number;
  /** Bytes that wait in one pipe. */
  readonly maxPipeSize: number;
  /** Commands in the background at once. */
  readonly maxProcessCount: number;
  /** Milliseconds for which what is left in the background goes on when the script has ended. */
  readonly maxBackgroundTime: number;
  /** Words that one command line expands to. */
  readonly maxWordCount: number;
  /** Bytes by which the whole process may grow while a call runs. */
  readonly maxMemory: number;
}

export const SHELL_LIMITS: ShellLimits = {
  maxOutputSize: 10_000_000,
  maxCommandCount: 10_000_000,
  maxRecursion: 1000,
  maxVariableSize: 10_000_000,
  maxPipeSize: 20_000_000,
  maxProcessCount: 1000,
  maxBackgroundTime: 5000,
  maxWordCount: 100_000,
  maxMemory: 2 ** 30,
};
