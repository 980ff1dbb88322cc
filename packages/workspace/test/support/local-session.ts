import { spawn } from "node:child_process";
import { buffer, text } from "node:stream/consumers";

import { SandboxError, type GitSession, type SessionCommand } from "@agent-sandbox/core";

/** When a session dies: with its n-th command, before or after that has run. */
export interface Death {
  readonly at: number;
  readonly when: "before" | "after";
}

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
    // A program that does not read its input is no failure.
    child.stdin.on("error", () => undefined).end(command.input ?? "");
    const [status, stdout, stderr] = await Promise.all([
      new Promise<number>((resolve, reject) => {
        child.on("error", reject).on("close", (code) => resolve(code ?? 128));
      }),
      buffer(child.stdout),
      text(child.stderr),
    ]);
    if (this.commands.length === at) throw died();
    return { status, stdout: stdout.toString("utf8"), stderr };
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
