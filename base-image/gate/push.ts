import type { ConversationPorts, Watch } from "./conversation.ts";
import type { GitServer } from "./git-server.ts";
import { outcomesOf, refuseAll } from "./push-outcomes.ts";
import { FLUSH, printPacket } from "./pkt-line.ts";
import { PushReport } from "./push-report.ts";
import { PushRequest } from "./push-request.ts";

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
      const outcomes =
        stopped === undefined
          ? await outcomesOf(request.updates, report.outcomes, server)
          : refuseAll(request.updates, stopped);
      for (const outcome of outcomes) emit({ event: "push", branch: identity.branch, ...outcome });
      if (stopped === undefined && (outcomes.length === 0 || report.outcomes.size > 0))
        return undefined;
      return printRefusal(request, stopped ?? complaintOf(server));
    },
  };
}

/** git ends without a report when a hook stops it in the midst of writing refs. */
function complaintOf(server: GitServer): string {
  return server.complaint() || "git ended half-way";
}

/** As receive-pack itself would tell it: a report in the side band, and text for people. */
function printRefusal({ updates }: PushRequest, text: string): Buffer {
  const reason = text.replace(/^[^]*\n/, "");
  const report = ["unpack ok\n", ...updates.map(({ ref }) => `ng ${ref} ${reason}\n`)];
  const band = (channel: number, content: Buffer) =>
    printPacket(Buffer.concat([Buffer.from([channel]), content]));
  return Buffer.concat([
    band(2, Buffer.from(`Cannot take this push: ${text}\n`)),
    ...report.map((line) => band(1, printPacket(line))),
    band(1, FLUSH),
    FLUSH,
  ]);
}
