import { SandboxError } from "@agent-sandbox/core";
import { openVirtual, type VirtualSandbox } from "@agent-sandbox/engine-virtual";
import { resolvePolicy } from "@agent-sandbox/policy";

import { loadFileLayers } from "../load-policy.ts";
import { quote, quoteWord } from "../quote.ts";
import type { Opening } from "./opening.ts";
import { runCaptured } from "./run-captured.ts";
import type { ExecOptions, ExecResult, Sandbox } from "./sandbox.ts";

/** Opens a sandbox in this process's memory, which begins empty; the words of a command are one line of its shell. */
export async function openInMemory({ layer, surroundings }: Opening): Promise<Sandbox> {
  const files = await loadFileLayers({ path: "/", given: layer }, surroundings);
  const places = { workspace: "/", home: "/home/user", temp: "/tmp", links: [] };
  const policy = resolvePolicy([...files, layer], { engine: "virtual", ...places });
  return new InMemory(openVirtual({ policy }));
}

class InMemory implements Sandbox {
  readonly engine = "virtual";
  readonly #sandbox: VirtualSandbox;

  constructor(sandbox: VirtualSandbox) {
    this.#sandbox = sandbox;
  }

  async exec(argv: readonly [string, ...string[]], options: ExecOptions = {}): Promise<ExecResult> {
    if (options.input !== undefined) {
      throw new SandboxError("USAGE", "Cannot hand input on: the virtual engine takes none", {
        hint: "Write it to a file in the sandbox first",
      });
    }
    const set = Object.entries(options.environment ?? {}).map(
      ([name, value]) => `${name}=${quoteWord(value)} `,
    );
    const line = `${set.join("")}${quote(argv)}`;
    return await runCaptured(options, async ({ stdout, stderr }, signal) => {
      const result = await this.#sandbox.execute(line, { signal });
      signal.throwIfAborted();
      stdout.write(result.stdout);
      stderr.write(result.stderr);
      return { status: result.exitCode };
    });
  }

  close(): Promise<void> {
    this.#sandbox.dispose();
    return Promise.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
