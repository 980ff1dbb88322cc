import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { listenForInterrupts } from "../interrupts.ts";
import { listTable } from "../list/list-table.ts";
import { sandboxList, type SandboxList } from "../list/sandbox-list.ts";
import { watch } from "../list/watch.ts";
import { printableLine } from "../printable.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

/** From one look to the next, in milliseconds. */
const PERIOD = 2_000;

export default class List extends SandboxCommand {
  static override summary = "List the sandboxes of this machine, running or stopped";
  static override description =
    'Of each: where it works, its state, CPU and memory now, commits that the host lacks and files that are not committed. A branch that is in a repo shelf and has no container has the state "none"; those of the current repository are always there. On a terminal the table fits its width.';
  static override examples = [
    "<%= config.bin %> list",
    "<%= config.bin %> list ~/work/app --watch",
    "<%= config.bin %> list --quick",
    "<%= config.bin %> list --json | jq '.sandboxes[] | select(.work.isOnHost == false).branch'",
  ];
  static override args = {
    path: Args.string({ description: "only the sandboxes of this workspace", ignoreStdin: true }),
  };
  static override flags = {
    quick: Flags.boolean({
      char: "q",
      description: "only what Docker tells at once: nothing measured, no branch looked into",
    }),
    watch: Flags.boolean({
      char: "w",
      description: "again every two seconds until Ctrl-C; what git tells every half minute",
    }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(List);
    using interrupts = listenForInterrupts();
    const { signal } = interrupts;
    const isSilent = flags.watch && process.stdout.isTTY;
    const surroundings = { ...this.surroundings(), ...(isSilent && { say: () => undefined }) };
    const context = { surroundings, ports: enginePorts(surroundings), signal };
    const read = sandboxList({ path: args.path, quick: flags.quick }, context);
    if (!flags.watch) {
      const list = await read();
      this.log(this.table(list, flags.quick));
      for (const warning of warningsOf(list)) surroundings.say(warning);
      return list;
    }
    const frame = async () => this.frame(await read(), flags.quick);
    await watch({ frame, period: PERIOD, output: process.stdout }, signal);
    return undefined;
  }

  private frame(list: SandboxList, quick: boolean): string {
    if (this.jsonEnabled()) return JSON.stringify(list);
    return [this.table(list, quick), ...warningsOf(list)].join("\n");
  }

  private table({ sandboxes }: SandboxList, quick: boolean): string {
    const width = process.stdout.isTTY ? process.stdout.columns : undefined;
    return listTable({ sandboxes, quick, width, now: new Date() });
  }
}

/** They may quote what git said of an agent's tree. */
function warningsOf({ problems }: SandboxList): readonly string[] {
  return problems.map((problem) => printableLine(`Warning: ${problem}`));
}
