import type { Files } from "../../files/files.ts";

/** How much there is of something, and how much of it is taken. */
export interface Space {
  readonly size: number;
  readonly used: number;
}

export const bytesOf = (files: Files): Space => ({
  size: files.limits().maxTotalSize,
  used: files.usage().bytes,
});

export function inodesOf(files: Files): Space {
  const { directories, files: others } = files.usage();
  return { size: files.limits().maxNodeCount, used: directories + others };
}

export const sumOf = (spaces: readonly Space[]): Space => ({
  size: spaces.reduce((sum, { size }) => sum + size, 0),
  used: spaces.reduce((sum, { used }) => sum + used, 0),
});
