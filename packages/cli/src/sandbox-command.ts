import { SandboxError } from "@agent-sandbox/core";
import { Args, Command, Errors, Flags, ux } from "@oclif/core";

import { EXIT_STATUS } from "./exit-status.ts";

/** The `[path]` of every command that works on one workspace. */
export const workspaceArgument = {
  path: Args.string({ description: "the workspace's directory", default: "." }),
};

export const configFlag = Flags.string({
  char: "c",
  description: "read this file in place of the project's configuration",
  helpValue: "FILE",
});

/**
 * The base of every command: `--json`, and the one place where failures become sentences and exit
 * statuses.
 */
export abstract class SandboxCommand extends Command {
  static override enableJsonFlag = true;

  /** One line for people on standard error: what is under way. Silent with `--json`. */
  protected say(message: string): void {
    if (!this.jsonEnabled()) this.logToStderr(ux.colorize("dim", message));
  }

  /** Output is JSON here, colours or not: what reads it is a program. */
  override logJson(json: unknown): void {
    process.stdout.write(`${JSON.stringify(json, undefined, 2)}\n`);
  }

  protected override toErrorJson(error: unknown): unknown {
    const { code, message, hint } = describe(error);
    return { error: { code, message, ...(hint !== undefined && { hint }) } };
  }

  protected override async catch(error: Error): Promise<void> {
    if (error instanceof Errors.ExitError) throw error;
    const failure = describe(error);
    if (this.jsonEnabled()) this.logJson(this.toErrorJson(error));
    else this.#print(failure);
    // Not `this.exit`: standard output may still hold what has to be written.
    process.exitCode = failure.status;
    return await Promise.resolve();
  }

  #print({ message, hint, detail }: Failure): void {
    if (detail) this.logToStderr(detail);
    this.logToStderr(`${ux.colorize("red", "Error:")} ${message}`);
    if (hint !== undefined) this.logToStderr(`${ux.colorize("cyan", "Hint:")} ${hint}`);
  }
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** What the failing program itself said. */
  readonly detail?: string | undefined;
  readonly status: number;
}

function describe(error: unknown): Failure {
  if (error instanceof SandboxError) {
    const { code, message, hint, cause } = error;
    const detail = typeof cause === "string" ? cause : undefined;
    return { code, message, hint, detail, status: EXIT_STATUS[code] };
  }
  if (error instanceof Errors.CLIError) return usage(error.message);
  return {
    code: "BUG",
    message: `Cannot go on: ${String(error)}`,
    hint: "This is a bug of agent-sandbox; DEBUG=* shows where it happened",
    status: 1,
  };
}

function usage(message: string): Failure {
  const [first = message] = message.split("\n");
  return {
    code: "USAGE",
    message: first,
    hint: "See more help with --help",
    status: EXIT_STATUS.USAGE,
  };
}
