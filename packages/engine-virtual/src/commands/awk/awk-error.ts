/** What ends an awk program with status 2, in its own words. */
export class AwkError extends Error {
  override readonly name = "AwkError";
}
