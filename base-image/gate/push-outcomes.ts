import type { GitServer } from "./git-server.ts";
import type { PushReport } from "./push-report.ts";
import type { RefUpdate } from "./push-request.ts";

/** What became of one ref; of a push that could not be read there is still one, without a ref. */
export interface Outcome extends Partial<RefUpdate> {
  readonly result: "accepted" | "refused";
  readonly reason?: string;
}

export function refuseAll(updates: readonly RefUpdate[], reason: string): readonly Outcome[] {
  const asked = updates.length === 0 ? [{}] : updates;
  return asked.map((update) => ({ ...update, result: "refused", reason }));
}

/** By git's report, and where it gave none by what the repository has now. */
export async function outcomesOf(
  updates: readonly RefUpdate[],
  told: PushReport["outcomes"],
  server: GitServer,
): Promise<readonly Outcome[]> {
  const refusal = await server.refusal();
  const isWhole = updates.every(({ ref }) => told.has(ref));
  const written = isWhole ? new Set<string>() : await server.ownRefs();
  const isWritten = (update: RefUpdate) =>
    update.old !== update.new && written.has(`${update.ref} ${update.new}`);
  const otherwise = server.complaint() || "it ended half-way";
  return updates.map((update): Outcome => {
    const reason = told.has(update.ref)
      ? told.get(update.ref)
      : isWritten(update)
        ? undefined
        : otherwise;
    if (reason === undefined) return { ...update, result: "accepted" };
    // git knows of our own hook only that it declined.
    const isOurs =
      refusal !== "" && (!told.has(update.ref) || reason === "pre-receive hook declined");
    return { ...update, result: "refused", reason: isOurs ? refusal : reason };
  });
}
