import { createHash } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";

import type { PushEvent } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { parseEvent } from "./container-events.ts";
import { demux } from "./demux.ts";
import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";

/**
 * One ref of one push, as the gate told it (`base-image/README.md`). What it says came from inside;
 * `ref`, `old` and `new` are empty where the push was refused before it named one.
 */
export type GatePush = Omit<PushEvent, "event"> & { readonly at: Date };

/**
 * What a gate has decided since then, in its order; also of one that has ended. Rejects with the
 * signal's reason when aborted.
 */
export async function pushEvents(
  gate: Docker.Container,
  since: Date | undefined,
  signal: AbortSignal,
): Promise<readonly GatePush[]> {
  try {
    const inspect = answerTo((abortSignal) => gate.inspect({ abortSignal }), signal);
    const { Labels } = (await inspect).Config;
    const about = { gateId: gate.id, workspace: Labels[LABEL.workspace] ?? "" };
    // The daemon keeps ten megabytes of it at most.
    const wanted = {
      stdout: true,
      timestamps: true,
      ...(since && { since: (since.getTime() / 1000).toFixed(3) }),
    };
    const logs = await answerTo((abortSignal) => gate.logs({ ...wanted, abortSignal }), signal);
    const said = new PassThrough();
    const lines = text(said);
    await demux(Readable.from([logs]), { stdout: said, stderr: said });
    said.end();
    return (await lines).split("\n").flatMap((line) => parsePush(about, line) ?? []);
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure("read what was pushed", error);
  }
}

/** The daemon's time, a blank, and what the gate said. */
const LINE = /^(\S+) (\{.*\})$/;

interface About {
  readonly gateId: string;
  readonly workspace: string;
}

function parsePush({ gateId, workspace }: About, line: string): GatePush | undefined {
  const [, at = "", json = ""] = LINE.exec(line) ?? [];
  const event = parseEvent(json);
  if (event?.event !== "push") return undefined;
  const part = (key: string) => {
    const value: unknown = Reflect.get(event, key);
    return typeof value === "string" ? value : "";
  };
  return {
    pushId: createHash("sha256").update(`${gateId} ${line}`).digest("hex").slice(0, 32),
    at: new Date(at),
    workspace,
    branch: part("branch"),
    ref: part("ref"),
    old: part("old"),
    new: part("new"),
    // What cannot be read was not accepted.
    result: part("result") === "accepted" ? "accepted" : "refused",
    reason: event.reason,
  };
}
