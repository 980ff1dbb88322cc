/**
 * A schema that is made when it is first asked for: making all sections at every start would take
 * longer than reading the files.
 */
export function madeOnce<Schema>(make: () => Schema): () => Schema {
  let made: Schema | undefined;
  return () => (made ??= make());
}
