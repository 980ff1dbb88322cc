import {
  type BwrapPlan,
  type Engine,
  type Placeholders,
  type Sandbox,
  SandboxError,
} from "@agent-sandbox/core";

import { describePlan } from "./describe-plan.ts";
import { execBwrap, type ExecPorts } from "./exec-bwrap.ts";
import { findBwrap } from "./find-bwrap.ts";

export interface BwrapPorts extends Pick<ExecPorts, "diagnose"> {
  /** The PATH that bubblewrap is looked for on. */
  readonly path: string | undefined;
  readonly placeholders: Placeholders;
  /** What placeholders of a directory are remembered by. */
  readonly keyOf: (root: string) => string;
}

/** The policy on the host itself, through bubblewrap (bwrap(1)). */
export class BwrapEngine implements Engine<BwrapPlan> {
  readonly name = "bwrap";
  readonly #ports: BwrapPorts;

  constructor(ports: BwrapPorts) {
    this.#ports = ports;
  }

  describe(plan: BwrapPlan): Promise<readonly string[]> {
    return Promise.resolve(["sh", "-c", describePlan({ plan, argv: ["true"], isTerminal: false })]);
  }

  /** Nothing runs between commands: what is opened is the places that are held. */
  async open(plan: BwrapPlan, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted();
    const { path, diagnose } = this.#ports;
    if (plan.depth > 1 && process.getuid?.() === 0) throw rootInside();
    const bwrap = findBwrap(path, plan);
    const release = await this.#hold(plan);
    return {
      id: plan.workspace.hash,
      exec: (command, stdio, aborted) =>
        execBwrap({ plan, command, stdio }, { bwrap, diagnose }, aborted),
      [Symbol.asyncDispose]: release,
    };
  }

  async #hold({ placeholders: groups, user }: BwrapPlan): Promise<() => Promise<void>> {
    const { placeholders, keyOf } = this.#ports;
    const held: string[] = [];
    const release = async () => {
      for (const key of held.splice(0)) await placeholders.release(key, "process");
    };
    try {
      for (const { root, placeholders: wanted } of groups) {
        const key = keyOf(root);
        held.push(key);
        const of = { workspaceHash: key, workspacePath: root, user } as const;
        await placeholders.hold({ ...of, placeholders: wanted, holder: "process" });
      }
    } catch (error) {
      await release().catch(() => undefined);
      throw error;
    }
    return release;
  }
}

/** user_namespaces(7): who has lost every capability cannot hand root's own id on. */
function rootInside(): SandboxError {
  return new SandboxError(
    "ENGINE_UNAVAILABLE",
    "Cannot open a sandbox in a sandbox: the kernel refuses it to root",
    { hint: "Run the command as it is, or start the outer sandbox as an ordinary user" },
  );
}
