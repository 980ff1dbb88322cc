import { AGENTS } from "@agent-sandbox/core";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { runNamedAgent } from "../../agent-run/run-named-agent.ts";
import { engineWord } from "../../engine/exec-by.ts";
import { parseDuration } from "../../duration.ts";
import { ENGINE_FLAG } from "../../flags/open-flags.ts";
import {
  baseTagFlag,
  branchFlag,
  configFlag,
  provisionFlags,
  SandboxCommand,
  trustFlag,
  workspaceArgument,
} from "../../sandbox-command.ts";

export default class AgentRun extends SandboxCommand {
  static override summary = "Run an agent of .claude/agents by its own permissions";
  static override description =
    'Reads .claude/agents/NAME.md of the workspace, or else yours: "tools" are the only ones that it may call, "disallowedTools" those that it may not, and an agent with nothing to write by has all files read-only. It has a sandbox of its own, beside the one that people enter. Without a prompt you talk to it on your terminal. Without a sandbox it runs only once you have agreed, and that is recorded.';
  static override usage = [
    "agent run NAME [PATH] [--agent claude|codex] [--branch NAME] [--timeout DURATION] [-- PROMPT]",
    "agent run NAME [PATH] --no-sandbox [--yes] [-- PROMPT]",
  ];
  static override examples = [
    "<%= config.bin %> agent run code-architect -- 'review the last commit'",
    "<%= config.bin %> agent run code-architect ~/work/app --branch feat --agent codex -- 'add a test'",
    "<%= config.bin %> agent run code-architect",
    "<%= config.bin %> agent run code-architect --no-sandbox",
    "<%= config.bin %> log --agent code-architect --blocked-only",
  ];
  static override args = {
    name: Args.string({
      description: "the agent: its file's name without .md",
      required: true,
      ignoreStdin: true,
    }),
    ...workspaceArgument,
  };
  static override flags = {
    agent: Flags.string({
      description: "the program that is to be the agent",
      options: [...AGENTS],
      default: "claude",
    }),
    sandbox: Flags.boolean({
      description: "in a sandbox, whatever the configuration says; without one, after asking",
      allowNo: true,
    }),
    yes: Flags.boolean({
      char: "y",
      description: "agree to run it without a sandbox where there is no terminal to ask on",
    }),
    engine: Flags.string({ description: ENGINE_FLAG.description, helpValue: "NAME" }),
    branch: branchFlag,
    ...provisionFlags,
    "base-tag": baseTagFlag,
    config: configFlag,
    trust: trustFlag,
    model: Flags.string({
      description: "the model that it is to use, in place of the one in its file",
      helpValue: "NAME",
    }),
    timeout: Flags.string({ description: "end it after this long", helpValue: "30m" }),
  };

  async run(): Promise<void> {
    // oclif would put what follows in another order.
    const split = this.argv.indexOf("--");
    const words = split < 0 ? undefined : this.argv.slice(split + 1);
    const { args, flags } = await this.parse(
      AgentRun,
      split < 0 ? this.argv : this.argv.slice(0, split),
    );
    const engine = engineWord(flags.engine);
    const { timeout, config: configFile, "base-tag": baseTag, sandbox, trust } = flags;
    const { branch, from, fetch, model, yes: isAgreed } = flags;
    const agent = AGENTS.find((known) => known === flags.agent) ?? "claude";
    const request = {
      ...args,
      agent,
      branch,
      from,
      fetch,
      model,
      engine,
      isAgreed,
      sandbox,
      words,
    };
    const timeLimit = timeout === undefined ? undefined : parseDuration(timeout);
    const rest = { configFile, baseTag, trust, timeLimit, json: this.jsonEnabled() };
    await runNamedAgent({ ...request, ...rest }, this.surroundings());
  }
}
