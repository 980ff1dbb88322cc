import { decisionEvent, type DecisionEvent, pushEvent, type PushEvent } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { dockerFailure } from "./failures.ts";
import { LABEL } from "./labels.ts";
import { type SaidLine, saidSince } from "./said-since.ts";
import { toldDecision } from "./told-decision.ts";
import { toldPush } from "./told-push.ts";

/** What a container told, fit to be recorded. */
export interface RecordedEvent {
  readonly at: Date;
  readonly event: PushEvent | (DecisionEvent & { readonly eventId: string });
}

/**
 * What a gate has decided or a sandbox has refused since then, in its order; also of one that has
 * ended. Rejects with the signal's reason when aborted.
 */
export async function recordedEvents(
  container: Docker.Container,
  since: Date,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> {
  try {
    const inspect = answerTo((abortSignal) => container.inspect({ abortSignal }), signal);
    const { Labels } = (await inspect).Config;
    const said = await saidSince(container, since, signal);
    return said.flatMap((line) => eventOf(line, Labels) ?? []);
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure("read what the sandbox reported", error);
  }
}

function eventOf(
  { id, at, text }: SaidLine,
  labels: Readonly<Record<string, string>>,
): RecordedEvent | undefined {
  const about = { eventId: id, workspace: labels[LABEL.workspace] ?? "" };
  // Each is believed what it alone can know.
  if (labels[LABEL.gate] !== undefined) {
    const push = toldPush(text);
    return push && { at, event: pushEvent({ ...about, ...push }) };
  }
  const told = toldDecision(text);
  if (told === undefined) return undefined;
  const branch = labels[LABEL.branch];
  const where = { ...about, engine: "docker" as const, ...(branch !== undefined && { branch }) };
  return { at, event: { ...decisionEvent({ ...told, ...where }), eventId: id } };
}
