import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { allowHost } from "../allow/allow-host.ts";
import { thisPerson } from "../person.ts";
import { showAllowed } from "../allow/show-allowed.ts";
import { parseDuration } from "../duration.ts";
import { enginePorts } from "../engine-ports.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { configFlag, SandboxCommand, workspaceArgument } from "../sandbox-command.ts";

export default class Allow extends SandboxCommand {
  static override summary = "Open a host in a sandbox that runs, for a while or until it ends";
  static override description =
    'A name as "network.domains" has it: that name alone, or "*.name" for its sub-domains, on the ports that the sandbox has open. After the time of --for the name is unknown again, its addresses are closed and its connections end, whether or not anybody is still there; without it, when the sandbox ends. What "network.denied-domains" denies stays closed (status 126). Opening it again sets a new end. Who did it is on record: "log --operation allow".';
  static override examples = [
    "<%= config.bin %> allow docs.example.com --for 1h",
    "<%= config.bin %> allow '*.example.com' ~/work/app --branch feat",
  ];
  static override args = {
    domain: Args.string({
      description: "the name, or *.name for its sub-domains",
      required: true,
      ignoreStdin: true,
    }),
    ...workspaceArgument,
  };
  static override flags = {
    for: Flags.string({ description: "how long: 90s, 5m, 1h", helpValue: "DURATION" }),
    branch: Flags.string({
      char: "b",
      description: "in the sandbox of this branch",
      helpValue: "NAME",
    }),
    config: configFlag,
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Allow);
    using interrupts = listenForInterrupts();
    const surroundings = this.surroundings();
    const request = {
      ...args,
      branch: flags.branch,
      configFile: flags.config,
      duration: flags.for === undefined ? undefined : parseDuration(flags.for),
      person: thisPerson(),
    };
    const context = { surroundings, ports: enginePorts(surroundings), signal: interrupts.signal };
    const allowed = await allowHost(request, context);
    this.log(showAllowed(allowed));
    return allowed;
  }
}
