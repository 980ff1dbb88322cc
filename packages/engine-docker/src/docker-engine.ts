import type { Engine, Sandbox, SandboxPlan } from "@agent-sandbox/core";

import { describePlan } from "./describe-plan.ts";
import { execInContainer } from "./exec-in-container.ts";
import { type FoundSandbox, lookUp, openContainer, type OpenPorts } from "./open-container.ts";

/** Sandboxes in Docker containers; a container outlives the process that opened it. */
export class DockerEngine implements Engine {
  readonly name = "docker";
  readonly #ports: OpenPorts;
  #found: Promise<FoundSandbox> | undefined;

  constructor(ports: OpenPorts) {
    this.#ports = ports;
  }

  async describe(plan: SandboxPlan): Promise<readonly string[]> {
    return await describePlan(plan, this.#ports.docker);
  }

  /**
   * Asks the daemon what there is of a plan's sandbox, ahead of opening it by the same plan: so that the
   * answer is there once the caller has done what comes before. Changes nothing; a failure is told by `open`.
   */
  lookAhead(plan: SandboxPlan): void {
    this.#found = lookUp(plan, this.#ports.docker);
    this.#found.catch(() => undefined);
  }

  async open(plan: SandboxPlan, signal: AbortSignal): Promise<Sandbox> {
    const { id } = await openContainer(plan, { ...this.#ports, found: this.#found }, signal);
    this.#found = undefined;
    const container = this.#ports.docker.getContainer(id);
    return {
      id,
      exec: (command, stdio, execSignal) =>
        execInContainer(container, { command, stdio, plan }, execSignal),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
}
