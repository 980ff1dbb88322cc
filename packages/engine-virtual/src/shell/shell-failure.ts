interface FailureOptions {
  readonly status?: number;
  readonly ends?: ShellFailure["ends"];
}

/** An error of the shell itself, in bash's words: ends the command, and mostly the script. */
export class ShellFailure extends Error {
  override readonly name = "ShellFailure";
  readonly status: number;
  /** The script ends with `${x:?}`; a division by 0 only passes over what stands behind it in its line. */
  readonly ends: "command" | "line" | "script";

  constructor(message: string, { status = 1, ends = "command" }: FailureOptions = {}) {
    super(message);
    this.status = status;
    this.ends = ends;
  }
}

/** What bash tells in its own name, never in a builtin's: with `set -e` it ends the script, whoever asks for the status. */
export class ReportedFailure extends ShellFailure {}

/** An index is evaluated in no builtin's name, whichever asks for it. */
export class IndexFailure extends ShellFailure {}

/** A builtin was not used as it is meant to be: how it is stands behind the complaint. */
export class UsageFailure extends ShellFailure {
  constructor(message: string) {
    super(message, { status: 2 });
  }
}
