import { type AgentName, AGENTS, SandboxError } from "@agent-sandbox/core";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { FLAGS_OF, type LoginFlags, planLogin } from "../login/agents.ts";
import { logIn } from "../login/log-in.ts";
import { configFlag, SandboxCommand, trustFlag, workspaceArgument } from "../sandbox-command.ts";
import { processStdio } from "../terminal.ts";

export default class Login extends SandboxCommand {
  static override summary = "Sign an agent in, in the sandbox";
  static override description =
    "Runs the agent's own sign-in in the workspace's sandbox, which keeps it in the agent's volume. Codex sends the browser back to port 1455 of this machine: while it waits, that port leads into the sandbox.";
  static override examples = [
    "<%= config.bin %> login codex",
    "<%= config.bin %> login codex --device",
    "<%= config.bin %> login claude ~/work/app",
  ];
  static override enableJsonFlag = false;
  static override args = {
    agent: Args.custom<AgentName>({ options: [...AGENTS] })({
      description: "who is to be signed in",
      required: true,
      ignoreStdin: true,
    }),
    ...workspaceArgument,
  };
  static override flags = {
    device: Flags.boolean({
      description: "codex: by a code that you type in on any device, without the port",
    }),
    console: Flags.boolean({
      description: "claude: with the Console, which bills by use, and not a subscription",
      exclusive: ["token"],
    }),
    token: Flags.boolean({
      description: "claude: show a token of a subscription for a year, and keep nothing",
    }),
    config: configFlag,
    trust: trustFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Login);
    const { device, console, token, config, trust } = flags;
    const asked = { device, console, token };
    refuseForeign(args.agent, asked);
    const login = planLogin(args.agent, asked);
    const stdio = processStdio({ interactive: true });
    const request = { path: args.path, configFile: config, login, stdio, trust };
    const { status } = await logIn(request, this.surroundings());
    process.exitCode = status;
  }
}

/** A flag that means nothing to this agent is a mistake, not a wish to be passed over. */
function refuseForeign(agent: AgentName, flags: LoginFlags): void {
  const own: readonly string[] = FLAGS_OF[agent];
  const foreign = Object.entries(flags).find(([name, isSet]) => isSet && !own.includes(name));
  if (foreign === undefined) return;
  throw new SandboxError("USAGE", `Cannot sign "${agent}" in: it has no --${foreign[0]}`, {
    hint: "See what it has with: agent-sandbox login --help",
  });
}
