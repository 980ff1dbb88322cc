import { spawn } from "node:child_process";
import { buffer, text } from "node:stream/consumers";

import { SandboxError, type GitSession, type SessionCommand } from "@agent-sandbox/core";

/** When a session dies: with its n-th command, before it runs, in the midst of it, or after it. */
export interface Death {
  readonly at: number;
  readonly when: "before" | "during" | "after";
}

/** Enough for most programs to have begun, and for few to have ended. */
const MIDST_MS = 4;

/** Runs a session's commands here: a real git in real directories, without a container. */
export class LocalSession implements GitSession {
  readonly commands: SessionCommand[] = [];
  readonly #death: Death | undefined;

  constructor(death?: Death) {
    this.#death = death;
  }

  async run(command: SessionCommand): ReturnType<GitSession["run"]> {
    this.commands.push(command);
    const { at, when } = this.#death ?? { at: Infinity, when: "before" };
    if (this.commands.length > at || (this.commands.length === at && when === "before"))
      throw died();
    const [program, ...args] = command.argv;
    const child = spawn(program, args, {
      cwd: command.cwd,
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...command.environment },
    });
    const isLast = this.commands.length === at;
    if (isLast && when === "during") setTimeout(() => child.kill("SIGKILL"), MIDST_MS);
    // A program that does not read its input is no failure.
    child.stdin.on("error", () => undefined).end(command.input ?? "");
    const [status, stdout, stderr] = await Promise.all([
      new Promise<number>((resolve, reject) => {
        child.on("error", reject).on("close", (code) => resolve(code ?? 128));
      }),
      buffer(child.stdout),
      text(child.stderr),
    ]);
    if (isLast) throw died();
    return { status, stdout: stdout.toString("utf8"), stderr, bytes: stdout };
  }

  async evaluate(script: string, input: string): ReturnType<GitSession["evaluate"]> {
    const program = `process.umask(0o022);
      const input = process.getBuiltinModule("node:fs").readFileSync(0, "utf8");
      process.stdout.write((() => { ${script} })());`;
    return await this.run({ argv: ["node", "-e", program], input });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Each command has ended.
  }
}

function died(): SandboxError {
  return new SandboxError(
    "GIT_FAILED",
    "Cannot run a command in the repo shelf: the session has ended",
  );
}
