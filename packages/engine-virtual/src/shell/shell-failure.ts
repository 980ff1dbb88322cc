/** An error of the shell itself, in bash's words: ends the command, and mostly the script. */
export class ShellFailure extends Error {
  override readonly name = "ShellFailure";
  readonly status: number;
  /** Whether a script ends with it, as it does for `${x:?}`. */
  readonly isFatal: boolean;

  constructor(message: string, { status = 1, isFatal = false } = {}) {
    super(message);
    this.status = status;
    this.isFatal = isFatal;
  }
}
