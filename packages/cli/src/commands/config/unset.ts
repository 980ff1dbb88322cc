import * as Args from "@oclif/core/args";

import { changeConfig } from "../../config/change-config.ts";
import { layerFlags, placeToChange } from "../../config/config-arguments.ts";
import { parseKey } from "../../config/parse-key.ts";
import { SandboxCommand, workspaceArgument } from "../../sandbox-command.ts";
import { keepingTrust } from "../../trust/keep-trust.ts";

export default class ConfigUnset extends SandboxCommand {
  static override summary = "Take a key out of a configuration file; the comments stay";
  static override description = "The status is 1 where the file does not have the key.";
  static override examples = [
    "<%= config.bin %> config unset container.memory",
    "<%= config.bin %> config unset 'network.domains[0]'",
    "<%= config.bin %> config unset --user network",
  ];
  static override args = {
    key: Args.string({ required: true, description: "the key, such as network.domains[0]" }),
    ...workspaceArgument,
  };
  static override flags = layerFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ConfigUnset);
    const path = parseKey(args.key);
    const surroundings = this.surroundings();
    const place = await placeToChange(args.path, flags, surroundings);
    const { layer, file, text } = place;
    const changed = await keepingTrust({ place, path: args.path }, surroundings, async () => {
      return text !== undefined && (await changeConfig(place, [{ action: "unset", path }]));
    });
    this.log(changed ? `Took ${args.key} out of ${file}` : `${file} does not have ${args.key}`);
    if (!changed) process.exitCode = 1;
    return { key: args.key, layer, file, changed };
  }
}
