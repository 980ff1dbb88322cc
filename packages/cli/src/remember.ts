/**
 * Does `work` where its last result is older than `milliseconds` or belongs to another key, and
 * resolves with that result otherwise. A failure is not kept.
 */
export function remember<T>(
  milliseconds: number,
  work: () => Promise<T>,
): (key: string) => Promise<T> {
  let last: { readonly key: string; readonly until: number; readonly result: T } | undefined;
  return async (key) => {
    if (last?.key === key && performance.now() < last.until) return last.result;
    const result = await work();
    last = { key, until: performance.now() + milliseconds, result };
    return result;
  };
}
