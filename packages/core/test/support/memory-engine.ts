import type { Command, Engine, ExitStatus, Sandbox, Stdio } from "../../src/engine.ts";
import type { SandboxPlan } from "../../src/plan.ts";

/** What is "installed" in the sandbox: each program is a function of this process. */
export type Programs = Readonly<
  Record<string, (command: Command, stdio: Stdio, signal: AbortSignal) => Promise<ExitStatus>>
>;

/** An engine whose sandboxes are this process itself. */
export class MemoryEngine implements Engine {
  readonly name = "virtual";
  opensAhead = false;
  /** How many sandboxes were opened, and how many are open still. */
  opened = 0;
  stillOpen = 0;
  readonly #programs: Programs;
  readonly #onOpen: (plan: SandboxPlan) => Promise<void>;

  constructor(
    programs: Programs,
    onOpen: (plan: SandboxPlan) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#programs = programs;
    this.#onOpen = onOpen;
  }

  describe({ workdir }: SandboxPlan): Promise<readonly string[]> {
    return Promise.resolve(["memory", workdir]);
  }

  async open(plan: SandboxPlan, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted();
    await this.#onOpen(plan);
    this.opened += 1;
    this.stillOpen += 1;
    return {
      id: `memory-${this.opened}`,
      exec: async (command, stdio, execSignal) => {
        await command.after;
        const program = this.#programs[command.argv[0]];
        return program ? await program(command, stdio, execSignal) : { status: 127 };
      },
      [Symbol.asyncDispose]: () => {
        this.stillOpen -= 1;
        return Promise.resolve();
      },
    };
  }
}
