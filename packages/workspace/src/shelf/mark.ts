import { branchIdentity } from "../branch/branch-identity.ts";

/** What is written into a branch's record last, when its worktree is whole. */
export interface Mark {
  readonly name: string;
  /** The commit that the branch started from, when this shelf made it. */
  readonly start: string | undefined;
}

export function formatMark(mark: Mark): string {
  return `${JSON.stringify(mark)}\n`;
}

/** Agents can write it: what does not belong to this record counts as absent. */
export function parseMark(text: string | undefined, key: string): Mark | undefined {
  try {
    const { name, start } = JSON.parse(text ?? "") as Partial<Record<keyof Mark, unknown>>;
    if (typeof name !== "string" || branchIdentity(name).key !== key) return undefined;
    const isCommit = typeof start === "string" && /^[0-9a-f]{40,64}$/.test(start);
    return { name, start: isCommit ? start : undefined };
  } catch {
    return undefined;
  }
}
