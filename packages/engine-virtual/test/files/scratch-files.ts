import { MemoryFiles } from "../../src/files/memory-files.ts";
import type { FileLimits } from "../../src/files/tree-editor.ts";

const LIMITS: FileLimits = {
  maxTotalSize: 100 * 2 ** 20,
  maxFileSize: 10 * 2 ** 20,
  maxNodeCount: 10_000,
  maxDepth: 256,
};

/** An empty file system with the seed's limits, less those that a test sets. */
export const scratchFiles = (
  limits: Partial<FileLimits> = {},
  now: () => number = () => 1_000,
): MemoryFiles => new MemoryFiles({ limits: { ...LIMITS, ...limits }, now });

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const bytes = (text: string): Uint8Array => encoder.encode(text);

export const textAt = (files: MemoryFiles, path: string): string =>
  decoder.decode(files.read(path));

/** What a refused operation says: its code, or the limit's name. */
export function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    if (error instanceof Error && "limit" in error) return String(error.limit);
    throw error;
  }
  return "done";
}
