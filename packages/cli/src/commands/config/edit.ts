import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { assetsDirectory } from "../../assets.ts";
import { layerFlags, placeToChange } from "../../config/config-arguments.ts";
import { editInEditor } from "../../config/edit-in-editor.ts";
import { SandboxCommand, workspaceArgument } from "../../sandbox-command.ts";
import { keepingTrust } from "../../trust/keep-trust.ts";

/** Of the user's file, the schema lies nowhere beside. */
const SCHEMA_LINES = /^\s*\/\/ Completion[^\n]*\n\s*"\$schema"[^\n]*\n\n?/m;

export default class ConfigEdit extends SandboxCommand {
  static override summary =
    "Open a configuration file in your editor, and check it before it is saved";
  static override description =
    "The editor is $VISUAL or $EDITOR, or vi. A file that is not there begins as the commented template.";
  static override examples = [
    "<%= config.bin %> config edit",
    "EDITOR='code --wait' <%= config.bin %> config edit --user",
  ];
  static override args = workspaceArgument;
  static override flags = layerFlags;

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(ConfigEdit);
    const surroundings = this.surroundings();
    const place = await placeToChange(args.path, flags, surroundings);
    const template = await readFile(join(assetsDirectory(), "templates", "config.jsonc"), "utf8");
    const start = flags.user ? template.replace(SCHEMA_LINES, "") : template;
    const changed = await keepingTrust({ place, path: args.path }, surroundings, () =>
      editInEditor(place, start, surroundings),
    );
    const { layer, file } = place;
    this.log(changed ? `Saved ${file}` : `Nothing has changed in ${file}`);
    return { layer, file, changed };
  }
}
