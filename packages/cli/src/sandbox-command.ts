import * as Args from "@oclif/core/args";
import { Command } from "@oclif/core/command";
import * as Errors from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";

import type { OpenRequest } from "./prepare-workspace.ts";
import { reportFailure } from "./report-failure.ts";
import { processSurroundings, type Surroundings } from "./surroundings.ts";

/** The `[path]` of every command that works on one workspace. */
export const workspaceArgument = {
  path: Args.string({
    description: "the workspace's directory",
    default: ".",
    // What is piped in belongs to the command, not to oclif.
    ignoreStdin: true,
  }),
};

export const configFlag = Flags.string({
  char: "c",
  description: "read this file in place of the project's configuration",
  helpValue: "FILE",
});

export const baseTagFlag = Flags.string({
  description: "the tag of the base image to build on, where an image is built",
  helpValue: "TAG",
});

export const branchFlag = Flags.string({
  char: "b",
  description: "work on this branch, in a worktree of its own; it is made where it is new",
  helpValue: "NAME",
});

/** How a branch is made ready. */
export const provisionFlags = {
  from: Flags.string({
    description: "where a new branch starts: by default at the host's current branch",
    helpValue: "REF",
  }),
  fetch: Flags.boolean({
    description: "fetch origin on the host first, with your own credentials",
    default: true,
    allowNo: true,
  }),
};

/** The flags of every command that opens a sandbox. */
export const openFlags = {
  branch: branchFlag,
  ...provisionFlags,
  "base-tag": baseTagFlag,
  build: Flags.boolean({ description: "build this workspace's image first", default: false }),
  config: configFlag,
};

/** What these flags ask for. */
export function openRequest(flags: {
  readonly "base-tag"?: string | undefined;
  readonly branch?: string | undefined;
  readonly build: boolean;
  readonly config?: string | undefined;
  readonly fetch: boolean;
  readonly from?: string | undefined;
}): Omit<OpenRequest, "path"> {
  const { "base-tag": baseTag, branch, build, config: configFile, fetch, from } = flags;
  return { baseTag, branch, build, configFile, fetch, from };
}

/**
 * The base of every command: `--json`, and the one place where failures become sentences and exit
 * statuses.
 */
export abstract class SandboxCommand extends Command {
  static override enableJsonFlag = true;

  protected surroundings(): Surroundings {
    return processSurroundings({ quiet: this.jsonEnabled() });
  }

  /** Without oclif's colours: what reads it is a program. */
  override logJson(json: unknown): void {
    // What a command has written by itself.
    if (json === undefined) return;
    process.stdout.write(`${JSON.stringify(json, undefined, 2)}\n`);
  }

  protected override async catch(error: Error): Promise<void> {
    // oclif ends `--help` by an error of its own.
    if (error instanceof Errors.ExitError) throw error;
    await Promise.resolve();
    reportFailure(error, { json: this.jsonEnabled() });
  }
}
