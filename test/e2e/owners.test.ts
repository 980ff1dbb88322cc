import { expect, it } from "@jest/globals";

import { cliOk } from "../support/cli.ts";
import { makeWorkspace } from "../support/workspace.ts";

it.each([1000, 1001, 33, 65534, 200_000])(
  "a workspace of uid %i is worked on by its owner's ids, both ways",
  async (owner) => {
    await using workspace = await makeWorkspace({ owner });
    workspace.host("echo host > from-host");
    const script = `id -u; id -un; echo changed >> from-host; echo inside > from-inside
      cd; pwd; touch .config-of-home /commandhistory/x .claude/x .codex/x; git -C - status 2> /dev/null || true`;
    const said = await cliOk(["run", workspace.path, "--", "sh", "-ec", script]);
    expect(said).toBe(`${owner.toString()}\nnode\n/home/node\n`);
    expect(workspace.host("stat -c '%u %g' from-inside; cat from-host")).toBe(
      `${owner.toString()} ${owner.toString()}\nhost\nchanged\n`,
    );
    expect(await cliOk(["run", workspace.path, "--", "git", "status", "--short"])).toMatch(
      /from-inside/,
    );
  },
);
