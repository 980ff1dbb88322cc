import { decide, OPERATIONS } from "@agent-sandbox/policy";
import * as Args from "@oclif/core/args";

import { loadPolicy } from "../../policy/load-policy.ts";
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
    operation: Args.string({
      required: true,
      options: [...OPERATIONS],
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
    const { env, home } = this.surroundings();
    const policy = await loadPolicy(
      { path: args.path, configFile: flags.config },
      this.surroundings(),
    );
    const operation = OPERATIONS.find((each) => each === args.operation) ?? "read";
    const question = { operation, target: args.target };
    const directory = policy.filesystem.places.workspace;
    const decision = decide(policy, policyRequest(question, { directory, home, env }));
    this.log(showDecision(question, decision));
    if (decision.effect === "deny") process.exitCode = 1;
    return { ...question, ...decision };
  }
}
