import { SandboxError } from "@agent-sandbox/core";

import { collectEvents } from "../collect-events.ts";
import type { Context } from "../engine-ports.ts";

/**
 * Brings what sandboxes have told into the record; resolves with why it could not. The record can be
 * read without Docker, and where nothing can be added to it.
 */
export async function collectNow(
  context: Context,
  workspaceHash: string | undefined,
): Promise<string | undefined> {
  try {
    await collectEvents(context, { workspaceHash });
    return undefined;
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof SandboxError) return error.message;
    throw error;
  }
}
