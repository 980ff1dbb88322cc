export const WARNING = 2;

/** Said, and not an error: the rest goes on, and the status is 2. */
export class Warning extends Error {
  override readonly name = "Warning";
  readonly status: number;

  constructor(message: string, status = WARNING) {
    super(message);
    this.status = status;
  }
}
