import {
  type BwrapPlan,
  type Engine,
  type Placeholders,
  type Sandbox,
  SandboxError,
} from "@agent-sandbox/core";

import { Closers } from "./closers.ts";
import type { Egress } from "./egress/start-egress.ts";
import { throughEgress } from "./egress/through-egress.ts";
import { describePlan } from "./describe-plan.ts";
import { execBwrap, type ExecPorts } from "./exec-bwrap.ts";
import { findBwrap, findTool } from "./find-bwrap.ts";
import type { RoomRequest } from "./room/open-room.ts";
import { Rooms } from "./room/rooms.ts";

export interface BwrapPorts extends Pick<ExecPorts, "diagnose"> {
  /** The PATH that bubblewrap is looked for on. */
  readonly path: string | undefined;
  readonly placeholders: Placeholders;
  /** Starts the proxy of a plan that wants one. */
  readonly openEgress: () => Promise<Egress>;
  /** What placeholders of a directory are remembered by. */
  readonly keyOf: (root: string) => string;
  /** Whether many commands are to come: then their files are mounted once for all of them. */
  readonly isForMany?: boolean;
}

/** The policy on the host itself, through bubblewrap (bwrap(1)). */
export class BwrapEngine implements Engine<BwrapPlan> {
  readonly name = "bwrap";
  readonly opensAhead = true;
  readonly #ports: BwrapPorts;

  constructor(ports: BwrapPorts) {
    this.#ports = ports;
  }

  describe(plan: BwrapPlan): Promise<readonly string[]> {
    return Promise.resolve(["sh", "-c", describePlan({ plan, argv: ["true"], isTerminal: false })]);
  }

  /** For one command nothing is opened but the places that are held. */
  async open(plan: BwrapPlan, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted();
    const { path, diagnose } = this.#ports;
    if (plan.depth > 1 && process.getuid?.() === 0) throw rootInside();
    const bwrap = findBwrap(path, plan);
    await using opening = new Closers();
    opening.add(await this.#hold(plan));
    const egress = plan.network === "proxy" ? await this.#ports.openEgress() : undefined;
    if (egress !== undefined) opening.add(() => egress[Symbol.asyncDispose]());
    const through = throughEgress(plan, egress);
    const rooms = this.#roomsOf(through, bwrap);
    if (rooms !== undefined) opening.add(() => rooms[Symbol.asyncDispose]());
    const opened = opening.move();
    return {
      id: plan.workspace.hash,
      exec: async (command, stdio, aborted) => {
        const room = await rooms?.current();
        return await execBwrap({ ...through, command, stdio }, { bwrap, diagnose, room }, aborted);
      },
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  }

  /** What enters must find bubblewrap there, and a sandbox in a sandbox may not be entered from outside. */
  #roomsOf(request: RoomRequest, bwrap: string): Rooms | undefined {
    const { plan } = request;
    const { isForMany = false, path } = this.#ports;
    if (!isForMany || plan.base !== "host" || plan.depth > 1) return undefined;
    const nsenter = findTool("nsenter", path, plan);
    return nsenter === undefined ? undefined : new Rooms(request, { bwrap, nsenter });
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
