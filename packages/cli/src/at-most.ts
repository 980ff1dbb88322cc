/** Does `work` for every item, `limit` of them at a time; the results are in the items' order. */
export async function atMost<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const left = items.entries();
  const worker = async () => {
    // All workers share one iterator: each takes what is next.
    for (const [at, item] of left) results.set(at, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return [...results.entries()].sort(([a], [b]) => a - b).map(([, result]) => result);
}
