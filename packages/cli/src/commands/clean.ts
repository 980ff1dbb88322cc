import * as Flags from "@oclif/core/flags";

import { parseAge } from "../age-limit.ts";
import { cleanUp } from "../clean/clean-up.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

export default class Clean extends SandboxCommand {
  static override summary = "Remove what nothing uses: containers, images, volumes, branches";
  static override description =
    "Of one workspace, or with --all of every one on this machine. What runs stays, and so does whatever has commits or files that the host does not have, unless --force names it. Packs the repo shelf where no sandbox runs.";
  static override examples = [
    "<%= config.bin %> clean --dry-run",
    "<%= config.bin %> clean --all --older-than 7d",
    "<%= config.bin %> clean --force feat --force agent-sandbox-codex-config",
  ];
  static override args = workspaceArgument;
  static override flags = {
    "dry-run": Flags.boolean({ description: "say what would go, and remove nothing" }),
    "older-than": Flags.string({
      description:
        "only what was used last longer ago: a container ended, a branch was committed to or checked out, an image or a volume was made or its last container ended",
      helpValue: "AGE",
    }),
    all: Flags.boolean({ description: "of every workspace, also of those that are gone" }),
    force: Flags.string({
      description: "remove this branch or volume with what only it has; may be repeated",
      helpValue: "NAME",
      multiple: true,
      multipleNonGreedy: true,
    }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Clean);
    const { all, force = [], "dry-run": dryRun, "older-than": age } = flags;
    const olderThan = age === undefined ? undefined : parseAge(age);
    using interrupts = listenForInterrupts();
    const surroundings = this.surroundings();
    const ports = enginePorts(surroundings);
    const context = { surroundings, ports, signal: interrupts.signal };
    const path = all ? undefined : args.path;
    const cleaned = await cleanUp({ path, olderThan, force, dryRun }, context);
    this.log(cleaned.text);
    return cleaned.data;
  }
}
