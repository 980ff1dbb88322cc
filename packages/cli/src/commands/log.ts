import { SandboxError } from "@agent-sandbox/core";
import * as Flags from "@oclif/core/flags";

import { listenForInterrupts } from "../interrupts.ts";
import { parseSince } from "../log/since.ts";
import { showLog } from "../log/show-log.ts";
import { SandboxCommand, workspaceArgument } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";

export default class Log extends SandboxCommand {
  static override summary = "Show what was run, pushed and refused";
  static override description =
    'Of one workspace, or with --all of every one, the newest last. What sandboxes have refused since somebody last looked is brought in first. TRUST says who tells it: "trusted" is what keeps the sandbox closed, "reported" runs as the agent\'s own user, which could lie. A read of a hidden file fails without a trace. --json prints the records themselves, one object a line. --verify proves by their chains of hashes that no record was edited, taken out or torn; whoever can write your files can rewrite a whole chain.';
  static override examples = [
    "<%= config.bin %> log --blocked-only --since 12h",
    "<%= config.bin %> log ~/work/app --branch feat --follow",
    "<%= config.bin %> log --all --json | jq -r 'select(.result == \"blocked\").target'",
    "<%= config.bin %> log --all --verify",
  ];
  static override args = workspaceArgument;
  static override flags = {
    "blocked-only": Flags.boolean({ description: "only what was refused" }),
    agent: Flags.string({ description: "only what this agent did", helpValue: "NAME" }),
    branch: Flags.string({ char: "b", description: "only of this branch", helpValue: "NAME" }),
    since: Flags.string({
      description: "only from then on: how long ago, or a date",
      helpValue: "2h|DATE",
    }),
    operation: Flags.string({
      description: "only this operation: run, end, push, connect, read, write, exec, tool, …",
      helpValue: "NAME",
    }),
    follow: Flags.boolean({ char: "f", description: "go on with what comes, until Ctrl-C" }),
    all: Flags.boolean({ description: "of every workspace" }),
    verify: Flags.boolean({
      description: "prove the records instead; status 1 where one is not as it was written",
      exclusive: ["follow"],
    }),
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Log);
    using interrupts = listenForInterrupts();
    const surroundings = this.surroundings();
    const ports = enginePorts(surroundings);
    const { since, ...wanted } = flags;
    refuseFilters(flags);
    const request = {
      ...wanted,
      path: args.path,
      blockedOnly: flags["blocked-only"],
      since: since === undefined ? undefined : parseSince(since, new Date()),
      json: this.jsonEnabled(),
      output: process.stdout,
    };
    const context = { surroundings, ports, signal: interrupts.signal };
    process.exitCode = await showLog(request, context);
    return undefined;
  }
}

/** A chain is proven whole or not at all. */
function refuseFilters(flags: Readonly<Record<string, unknown>>): void {
  const given = ["blocked-only", "agent", "branch", "operation"].find((name) => flags[name]);
  if (flags["verify"] !== true || given === undefined) return;
  throw new SandboxError("USAGE", `Cannot verify the log with --${given}: files are proven whole`, {
    hint: "Name a workspace, --all or --since",
  });
}
