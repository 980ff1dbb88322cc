/** Chunks in one piece. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first === undefined) return new Uint8Array(0);
  if (chunks.length === 1) return first;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
