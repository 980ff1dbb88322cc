/** An expression that find cannot read, in its own words. */
export class FindError extends Error {
  override readonly name = "FindError";
}

/** `-quit`: nothing more of the expression is judged. */
export class FindQuit extends Error {
  override readonly name = "FindQuit";
}
