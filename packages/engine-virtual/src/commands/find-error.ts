/** An expression that find cannot read, in its own words. */
export class FindError extends Error {
  override readonly name = "FindError";
}
