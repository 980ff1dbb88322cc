import { SandboxError } from "@agent-sandbox/core";
import { openContainer, proveReady } from "@agent-sandbox/engine-docker";

import { OPEN_FLAGS, openRequest } from "./flags/open-flags.ts";
import { parseWords } from "./flags/parse-words.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { type OpenRequest, prepareWorkspace } from "./prepare-workspace.ts";
import type { Surroundings } from "./surroundings.ts";

interface StartRequest extends OpenRequest {
  readonly json: boolean;
}

/** `agent-sandbox start …`, given what follows the word `start`. */
export async function startCommand(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  const { json, ...request } = parseStart(argv);
  using interrupts = listenForInterrupts();
  const { signal } = interrupts;
  const { plan, ports } = await prepareWorkspace(request, surroundings, signal);
  const { id, name, started } = await openContainer(plan, ports, signal);
  if (!started) {
    await proveReady(ports.docker.getContainer(id), plan, signal);
    // The gate may have been removed, or have failed too often.
    if (plan.branch) await ports.openGate(plan, signal);
  }
  const report = { name, started, workspace: plan.workspace.path, workdir: plan.workdir };
  const sentence = started ? `Started ${name}` : `${name} runs already`;
  process.stdout.write(`${json ? JSON.stringify(report, undefined, 2) : sentence}\n`);
}

/** Pure: the request of a command line. Fails with USAGE. */
export function parseStart(argv: readonly string[]): StartRequest {
  const { values, positionals } = parseWords({ command: "start", words: argv }, OPEN_FLAGS);
  const [path = ".", ...others] = positionals;
  if (others.length > 0) {
    throw new SandboxError("USAGE", `Cannot start: "${others.join(" ")}" is too much`, {
      hint: "Give one workspace, or none for this directory",
    });
  }
  return { path, ...openRequest(values), json: values.json ?? false };
}
