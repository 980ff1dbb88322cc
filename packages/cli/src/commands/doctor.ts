import * as Args from "@oclif/core/args";

import { examine } from "../doctor/examine.ts";
import { showFindings } from "../doctor/show-findings.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { configFlag, SandboxCommand } from "../sandbox-command.ts";

export default class Doctor extends SandboxCommand {
  static override summary = "Look at what sandboxes need on this machine, and say what to do";
  static override description =
    "One line for each thing: ok; a warning, where it concerns only some; a problem, where something must be done; skipped, where it could not be looked at. Short-lived containers of the base image prove the firewall and look at its agents and the volumes. Status 1 says that there is a problem.";
  static override examples = [
    "<%= config.bin %> doctor",
    "<%= config.bin %> doctor ~/work/app --json",
  ];
  static override args = {
    path: Args.string({
      description: "the workspace's directory; without it, the current one if it is a workspace",
      ignoreStdin: true,
    }),
  };
  static override flags = { config: configFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Doctor);
    using interrupts = listenForInterrupts();
    const request = { path: args.path, configFile: flags.config };
    const checks = await examine(request, this.surroundings(), interrupts.signal);
    this.log(showFindings(checks));
    const isWell = checks.every(({ verdict }) => verdict !== "problem");
    if (!isWell) process.exitCode = 1;
    return { ok: isWell, checks };
  }
}
