import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";

import { changeConfig, readings } from "../../config/change-config.ts";
import { layerFlags, placeToChange } from "../../config/config-arguments.ts";
import { parseKey } from "../../config/parse-key.ts";
import { SandboxCommand, workspaceArgument } from "../../sandbox-command.ts";
import { keepingTrust } from "../../trust/keep-trust.ts";

export default class ConfigSet extends SandboxCommand {
  static override summary = "Set a key of a configuration file; its comments stay";
  static override description =
    'The value is read as JSON where it is that (true, 4096, ["a"]), and as text where it is not. Nothing is written that would not be a valid configuration.';
  static override examples = [
    "<%= config.bin %> config set container.memory 4g",
    "<%= config.bin %> config set --add network.domains docs.example.com",
    "<%= config.bin %> config set --user network.git false",
  ];
  static override args = {
    key: Args.string({ required: true, description: "the key, such as network.domains" }),
    value: Args.string({ required: true, description: "its value", ignoreStdin: true }),
    ...workspaceArgument,
  };
  static override flags = {
    add: Flags.boolean({ description: "put the value at the end of the key's list" }),
    ...layerFlags,
  };

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ConfigSet);
    const path = parseKey(args.key);
    const surroundings = this.surroundings();
    const place = await placeToChange(args.path, flags, surroundings);
    const action = flags.add ? "add" : "set";
    const edits = readings(args.value).map((value) => ({ action, path, value }) as const);
    const changed = await keepingTrust({ place, path: args.path }, surroundings, () =>
      changeConfig(place, edits),
    );
    const { layer, file } = place;
    this.log(changed ? `Set ${args.key} in ${file}` : `${file} says so already`);
    return { key: args.key, layer, file, changed };
  }
}
