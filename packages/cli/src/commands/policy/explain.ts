import { decide, OPERATIONS, type PolicyTest } from "@agent-sandbox/policy";
import * as Args from "@oclif/core/args";

import { readWorkspace } from "@agent-sandbox/host";
import { loadShownPolicy } from "../../policy/load-shown-policy.ts";
import { policyRequest } from "../../policy/policy-request.ts";
import { showDecision } from "../../policy/show-decision.ts";
import { configFlag, SandboxCommand, workspaceArgument } from "../../sandbox-command.ts";

export default class PolicyExplain extends SandboxCommand {
  static override summary =
    "Say whether something is allowed, by which rule, and what would change it";
  static override description =
    "The policy is asked as engines and the agents' hook ask it. Relative paths start at the workspace. Status 0 says allowed, 1 denied. What holds of it in a container is told by THREAT_MODEL: mounts and the firewall are the walls.";
  static override examples = [
    "<%= config.bin %> policy explain read .env",
    "<%= config.bin %> policy explain connect github.com:22",
    "<%= config.bin %> policy explain env GITHUB_TOKEN",
    "<%= config.bin %> policy explain tool 'Bash(git push)' ~/work/app",
  ];
  static override args = {
    operation: Args.custom<PolicyTest["operation"]>({ options: [...OPERATIONS] })({
      required: true,
      description: "what is to be done",
    }),
    target: Args.string({
      required: true,
      ignoreStdin: true,
      description: "a path, program, host:port, variable or tool",
    }),
    ...workspaceArgument,
  };
  static override flags = { config: configFlag };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(PolicyExplain);
    const surroundings = this.surroundings();
    const { env, home } = surroundings;
    const { path } = readWorkspace(args.path);
    const policy = await loadShownPolicy({ path, configFile: flags.config }, surroundings);
    const question = { operation: args.operation, target: args.target };
    const directory = policy.filesystem.places.workspace;
    const decision = decide(policy, policyRequest(question, { directory, home, env }));
    this.log(showDecision(question, decision));
    if (decision.effect === "deny") process.exitCode = 1;
    return { ...question, ...decision };
  }
}
