import type { PushEvent } from "@agent-sandbox/core";

import { parseEvent } from "./container-events.ts";
import { textPart } from "./text-part.ts";

/** What a gate says of one ref of one push; empty where the push was refused before it named one. */
export type ToldPush = Omit<PushEvent, "event" | "eventId" | "workspace">;

/** The push of a line (`base-image/README.md`); undefined for another event. */
export function toldPush(line: string): ToldPush | undefined {
  const event = parseEvent(line);
  if (event?.event !== "push") return undefined;
  const part = (key: string) => textPart(event, key) ?? "";
  return {
    branch: part("branch"),
    ref: part("ref"),
    old: part("old"),
    new: part("new"),
    // What cannot be read was not accepted.
    result: part("result") === "accepted" ? "accepted" : "refused",
    reason: event.reason,
  };
}
