import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { SandboxError, type SandboxPlan } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { execInContainer } from "./exec-in-container.ts";

/**
 * Enters a sandbox that another process has opened, as a command would, and leaves again. Fails with
 * SANDBOX_FAILED, in the sandbox's own words, where it may not be entered.
 */
export async function proveReady(
  container: Docker.Container,
  plan: SandboxPlan,
  signal: AbortSignal,
): Promise<void> {
  const said = new PassThrough();
  const stdio = {
    stdin: undefined,
    stdout: said,
    stderr: said,
    terminal: undefined,
    signals: { onSignal: () => () => undefined },
  };
  const command = { argv: ["true"], environment: {} } as const;
  const { status } = await execInContainer(container, { command, stdio, plan }, signal);
  if (status === 0) return;
  said.end();
  throw new SandboxError("SANDBOX_FAILED", "Cannot use the sandbox that runs: it is not ready", {
    hint: 'Start it anew with "agent-sandbox restart"',
    detail: (await text(said)).trim(),
  });
}
