/** The only error of this package: a text that is no script, or one that is beyond the limits. */
export class ShellSyntaxError extends Error {
  override readonly name = "ShellSyntaxError";
  /** Where in the text, as an offset. */
  readonly position: number;

  constructor(state: string, position: number) {
    super(`Cannot read the script: ${state}`);
    this.position = position;
  }
}
