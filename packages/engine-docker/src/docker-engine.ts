import type { Engine, Sandbox, SandboxPlan } from "@agent-sandbox/core";

import { describePlan } from "./describe-plan.ts";
import { execInContainer } from "./exec-in-container.ts";
import { openContainer, type OpenPorts } from "./open-container.ts";

/** Sandboxes in Docker containers; a container outlives the process that opened it. */
export class DockerEngine implements Engine {
  readonly name = "docker";
  readonly #ports: OpenPorts;

  constructor(ports: OpenPorts) {
    this.#ports = ports;
  }

  async describe(plan: SandboxPlan): Promise<readonly string[]> {
    return await describePlan(plan, this.#ports.docker);
  }

  async open(plan: SandboxPlan, signal: AbortSignal): Promise<Sandbox> {
    const { id } = await openContainer(plan, this.#ports, signal);
    const container = this.#ports.docker.getContainer(id);
    return {
      id,
      exec: (command, stdio, execSignal) =>
        execInContainer(container, { command, stdio, plan }, execSignal),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
}
