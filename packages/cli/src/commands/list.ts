import { findContainers, releaseEnded } from "@agent-sandbox/engine-docker";

import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { enginePorts } from "../engine-ports.ts";
import { table } from "../table.ts";

const HEADER = ["REPOSITORY", "MODE", "STATE", "WORKDIR", "VOLUMES"];

export default class List extends SandboxCommand {
  static override summary = "List the sandboxes of this machine, running or stopped";
  static override examples = ["<%= config.bin %> list", "<%= config.bin %> list --json"];

  async run(): Promise<unknown> {
    await this.parse(List);
    using interrupts = listenForInterrupts();
    const ports = enginePorts(this.surroundings());
    const found = await findContainers(ports.docker);
    await releaseEnded(ports, interrupts.signal);
    const sandboxes = found.map(({ workspace, mode, running, state, status, ...rest }) => ({
      name: rest.name,
      workspace,
      mode,
      running,
      state,
      status,
      workdir: rest.workdir,
      image: rest.image,
      created: rest.created.toISOString(),
      volumes: rest.volumes,
    }));
    const rows = sandboxes.map(({ workspace, mode, status, workdir, volumes }) => [
      workspace,
      mode,
      status,
      workdir,
      volumes.join(" "),
    ]);
    this.log(rows.length === 0 ? "No sandboxes" : table(HEADER, rows));
    return { sandboxes };
  }
}
