import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { fitTable } from "../fit-table.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { printableLine } from "../printable.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { revokeFiles } from "../trust/accept-files.ts";
import { type ListedTrust, listTrust } from "../trust/list-trust.ts";
import { showFiles } from "../trust/show-files.ts";
import { type TrustReport, trustWorkspace } from "../trust/trust-workspace.ts";

export default class Trust extends SandboxCommand {
  static override summary = "Show what a workspace's files ask for, and accept it";
  static override description =
    "A repository's configuration, or its Dockerfile, may ask for more than its workspace: hosts, variables of yours, an image. No sandbox opens before you have accepted that, for these files as they are: another content is asked for again. On a terminal you are asked, and no is status 1; elsewhere the command itself accepts. --revoke takes it back, and stops nothing that runs.";
  static override examples = [
    "<%= config.bin %> trust",
    "<%= config.bin %> trust ~/work/app",
    "<%= config.bin %> trust --list",
    "<%= config.bin %> trust --revoke ~/work/app",
  ];
  static override args = {
    path: Args.string({
      description: "the workspace's directory, the current one without it; with --list all",
      ignoreStdin: true,
    }),
  };
  static override flags = {
    list: Flags.boolean({
      description: "list what is accepted, and whether the files still are what was accepted",
      exclusive: ["revoke"],
    }),
    revoke: Flags.boolean({ description: "take back all that is accepted of the workspace" }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Trust);
    if (flags.list) return await this.list(args.path);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    const path = args.path ?? ".";
    return flags.revoke ? await this.revoke(path, signal) : await this.trust(path, signal);
  }

  private async trust(path: string, signal: AbortSignal): Promise<TrustReport> {
    const show = (files: TrustReport["files"]) => {
      if (files.length > 0) this.log(showFiles(files));
    };
    const report = await trustWorkspace({ path, show }, this.surroundings(), signal);
    this.log(SENTENCES[report.result](report.workspace));
    if (report.result === "declined") process.exitCode = 1;
    return report;
  }

  private async list(path: string | undefined): Promise<unknown> {
    const workspace = path === undefined ? undefined : realOf(path);
    const accepted = await listTrust(workspace, this.surroundings());
    this.log(listTable(accepted));
    return { accepted };
  }

  private async revoke(path: string, signal: AbortSignal): Promise<unknown> {
    const workspace = realOf(path);
    const files = await revokeFiles(workspace, this.surroundings(), signal);
    const names = files.map((file) => JSON.stringify(file)).join(" and ");
    this.log(
      files.length === 0
        ? `Nothing of ${workspace} was accepted`
        : `Took back what was accepted of ${workspace}: ${names}`,
    );
    return { workspace, revoked: files };
  }
}

const SENTENCES = {
  nothing: (workspace) => `The files of ${workspace} ask for nothing that is to be accepted`,
  already: (workspace) => `All of this is accepted already for ${workspace}`,
  accepted: (workspace) => `Accepted for ${workspace}, for as long as the files stay as they are`,
  declined: (workspace) => `Nothing of ${workspace} was accepted`,
} satisfies Record<TrustReport["result"], (workspace: string) => string>;

function listTable(accepted: readonly ListedTrust[]): string {
  if (accepted.length === 0) return "Nothing is accepted";
  const columns = [
    { title: "WORKSPACE", least: 12, cut: "start" },
    { title: "FILE", least: 16 },
    { title: "WHEN" },
    { title: "STATE" },
  ] as const;
  const rows = accepted.map(({ workspace, file, at, state }) =>
    [workspace, file, at.slice(0, 16).replace("T", " "), state].map(printableLine),
  );
  return fitTable(columns, rows, process.stdout.columns);
}

/** A workspace may be gone, and what was accepted of it is still on record. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
