import { MARKER } from "@agent-sandbox/host";

import { existsSync } from "node:fs";

import { SandboxCommand } from "../sandbox-command.ts";

export default class Check extends SandboxCommand {
  static override summary = "Tell whether this is inside of a sandbox on this machine";
  static override description =
    "Status 0 and `inside sandbox`, or 1 and `outside sandbox`. Nobody inside can take away what says so.";
  static override examples = ["<%= config.bin %> check && echo safe"];

  async run(): Promise<{ readonly inside: boolean }> {
    const inside = existsSync(MARKER);
    this.log(inside ? "inside sandbox" : "outside sandbox");
    process.exitCode = inside ? 0 : 1;
    return await Promise.resolve({ inside });
  }
}
