import * as Args from "@oclif/core/args";
import { Command } from "@oclif/core/command";
import * as Errors from "@oclif/core/errors";

import { oclifSwitch, oclifText } from "./flags/oclif-flags.ts";
import {
  BASE_TAG_FLAG,
  BRANCH_FLAG,
  CONFIG_FLAG,
  OPEN_FLAGS,
  PROVISION_FLAGS,
  TRUST_FLAG,
} from "./flags/open-flags.ts";
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

export const configFlag = oclifText(CONFIG_FLAG);

export const baseTagFlag = oclifText(BASE_TAG_FLAG);

export const branchFlag = oclifText(BRANCH_FLAG);

export const trustFlag = oclifSwitch(TRUST_FLAG);

export const provisionFlags = {
  from: oclifText(PROVISION_FLAGS.from),
  fetch: oclifSwitch(PROVISION_FLAGS.fetch),
};

/** `OPEN_FLAGS`, for the commands that oclif parses. */
export const openFlags = {
  branch: branchFlag,
  ...provisionFlags,
  "base-tag": baseTagFlag,
  build: oclifSwitch(OPEN_FLAGS.build),
  config: configFlag,
  trust: trustFlag,
};

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
