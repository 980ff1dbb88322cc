import { fitTable } from "../../fit-table.ts";
import { readWorkspace } from "@agent-sandbox/host";
import { loadShownPolicy } from "../../policy/load-shown-policy.ts";
import { policyRows } from "../../policy/policy-rows.ts";
import { sourceText } from "../../policy/show-decision.ts";
import { printableLine } from "../../printable.ts";
import { configFlag, SandboxCommand, workspaceArgument } from "../../sandbox-command.ts";

export default class PolicyShow extends SandboxCommand {
  static override summary = "Show the policy that holds, with where each value is written";
  static override description =
    "All layers in one: the defaults, presets, your configuration and the workspace's. With --json it is the whole policy, as engines get it.";
  static override examples = [
    "<%= config.bin %> policy show",
    "<%= config.bin %> policy show ~/work/app --json",
  ];
  static override args = workspaceArgument;
  static override flags = { config: configFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(PolicyShow);
    const { path } = readWorkspace(args.path);
    const policy = await loadShownPolicy({ path, configFile: flags.config }, this.surroundings());
    const rows = policyRows(policy).map(({ key, value, source }) =>
      [key, value, sourceText(source)].map(printableLine),
    );
    const columns = [{ title: "KEY" }, { title: "VALUE", least: 16 }, { title: "FROM", least: 12 }];
    this.log(fitTable(columns, rows, process.stdout.columns));
    return policy;
  }
}
