import type { ConversationPorts, Watch } from "./conversation.ts";
import type { GitServer } from "./git-server.ts";
import { FLUSH, printPacket } from "./pkt-line.ts";
import { PushReport } from "./push-report.ts";
import { PushRequest, type RefUpdate } from "./push-request.ts";

/** Sees to it that a push is one that git may have, and tells what became of each of its refs. */
export function watchPush({ emit, identity }: ConversationPorts): Watch {
  const request = new PushRequest();
  const report = new PushReport();
  let isRead = false;
  return {
    send: (chunk) => {
      if (isRead) return chunk;
      const bytes = request.read(chunk);
      isRead = bytes !== undefined;
      return bytes;
    },
    receive: (chunk) => {
      report.read(chunk);
    },
    finish: async (server, stopped) => {
      const refusal = stopped ?? (await server.refusal());
      const tell = (told: object) => emit({ event: "push", branch: identity.branch, ...told });
      if (request.updates.length === 0 && stopped !== undefined) tell(refused(stopped));
      for (const update of request.updates) {
        const reason = await refusalOf(update, { report, refusal, server });
        tell({ ...update, ...(reason === undefined ? { result: "accepted" } : refused(reason)) });
      }
      return stopped === undefined ? undefined : printRefusal(request.updates, stopped);
    },
  };
}

interface Outcome {
  readonly report: PushReport;
  readonly refusal: string;
  readonly server: GitServer;
}

/** undefined: it was accepted. */
async function refusalOf(
  update: RefUpdate,
  { report, refusal, server }: Outcome,
): Promise<string | undefined> {
  if (!report.outcomes.has(update.ref)) {
    // It may have been cut off after git had written the ref.
    if (update.old !== update.new && (await server.holds(update))) return undefined;
    return refusal || server.complaint() || "it ended half-way";
  }
  const reason = report.outcomes.get(update.ref);
  return reason?.startsWith("pre-receive hook declined") === true && refusal !== ""
    ? refusal
    : reason;
}

function refused(reason: string): object {
  return { result: "refused", reason };
}

/** As receive-pack itself would tell it: a report in the side band, and a line for people. */
function printRefusal(updates: readonly RefUpdate[], reason: string): Buffer {
  const text = `Cannot take this push: ${reason}`;
  const report = ["unpack ok\n", ...updates.map(({ ref }) => `ng ${ref} ${reason}\n`)];
  const band = (channel: number, content: Buffer) =>
    printPacket(Buffer.concat([Buffer.from([channel]), content]));
  return Buffer.concat([
    band(2, Buffer.from(`${text}\n`)),
    ...report.map((line) => band(1, printPacket(line))),
    band(1, FLUSH),
    FLUSH,
  ]);
}
