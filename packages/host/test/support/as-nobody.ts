const NOBODY = 65_534;

/** Runs `work` without root's right to read and write everything; as it is for other users. */
export async function asNobody<T>(work: () => Promise<T> | T): Promise<T> {
  if (process.getuid?.() !== 0) return await work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
