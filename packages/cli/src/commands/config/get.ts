import * as Args from "@oclif/core/args";

import { layerFlags, placesToRead } from "../../config/config-arguments.ts";
import { findValue } from "../../config/find-value.ts";
import { parseKey } from "../../config/parse-key.ts";
import { SandboxCommand, workspaceArgument } from "../../sandbox-command.ts";

export default class ConfigGet extends SandboxCommand {
  static override summary = "Print what the configuration files say of a key";
  static override description =
    'The workspace\'s file goes before your own. Text is printed as it is, everything else as JSON. The status is 1 where no file has the key. What holds in the end, defaults included, is told by "policy show".';
  static override examples = [
    "<%= config.bin %> config get network.domains",
    "<%= config.bin %> config get --user container --json",
  ];
  static override args = {
    key: Args.string({ required: true, description: "the key, such as network.domains" }),
    ...workspaceArgument,
  };
  static override flags = layerFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ConfigGet);
    const places = await placesToRead(args.path, flags, this.surroundings());
    const found = await findValue(places, parseKey(args.key));
    if (found === undefined) {
      process.exitCode = 1;
      return { key: args.key, value: null };
    }
    const { value } = found;
    this.log(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
    return { key: args.key, ...found };
  }
}
