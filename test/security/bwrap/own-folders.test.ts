import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("agent-sandbox's own folders, in a sandbox of $user", ({ uid }) => {
  it("are not written, however the home is granted", async () => {
    using machine = makeMachine({ uid });
    // The first start leaves compiled code, which the next one runs.
    await machine.exec("true");
    machine.host(
      "mkdir -p ~/.config/agent-sandbox && echo '{}' > ~/.config/agent-sandbox/config.json",
    );
    const { stdout } = await machine.exec(
      `for file in $(find ~/.cache/agent-sandbox ~/.config/agent-sandbox); do
         echo evil > "$file" && echo "wrote $file"
       done 2>/dev/null
       mv ~/.cache/agent-sandbox ~/.cache/x 2>/dev/null && echo moved
       mv ~/.config ~/c 2>/dev/null && echo moved
       mv ~/.cache ~/x 2>/dev/null && echo moved
       mv ~/.local ~/x 2>/dev/null && echo moved
       mv ~/.local/state ~/x 2>/dev/null && echo moved; echo end`,
      { flags: ["--rw", "~", "--rw", "~/.config/agent-sandbox", "--rw", "~/.cache/agent-sandbox"] },
    );
    expect(stdout).toBe("end\n");
    const config = join(machine.home, ".config/agent-sandbox/config.json");
    expect(readFileSync(config, "utf8")).toBe("{}\n");
  });

  it("cannot be made where they are not there", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec(
      "mkdir -p ~/.config/agent-sandbox/x ~/.cache/agent-sandbox/compile-cache/x && echo made; echo end",
      { flags: ["--rw", "~"], env: { XDG_STATE_HOME: `${machine.home}/state` } },
    );
    expect(stdout).toBe("end\n");
  });

  it("show none of the records", async () => {
    using machine = makeMachine({ uid });
    await machine.exec("true");
    const { stdout } = await machine.exec("find ~/.local/state/agent-sandbox -type f | wc -l");
    expect(stdout.trim()).toBe("0");
    expect(machine.host("find ~/.local/state/agent-sandbox -name '*.jsonl' | wc -l").trim()).toBe(
      "2",
    );
  });

  it("show none of the records where the user has them elsewhere, nor let them be moved", async () => {
    using machine = makeMachine({ uid });
    machine.host(`mkdir -p ~/.config/agent-sandbox
      echo '{ "audit": { "path": "~/kept/records" } }' > ~/.config/agent-sandbox/config.json`);
    const { status, stdout, stderr } = await machine.exec(
      `find ~/kept -type f; mv ~/kept ~/k && echo moved; mv ~/kept/records ~/k && echo moved
       rm -r ~/kept/records/* && echo removed; echo end`,
      { flags: ["--rw", "~"] },
    );
    expect([status, stdout]).toEqual([0, "end\n"]);
    expect(stderr).toContain("busy");
    expect(machine.host("cat ~/kept/records/*/*.jsonl")).toMatch(/run\.started[^]*run\.finished/);
    expect(machine.host("find ~/.local -name '*.jsonl'")).toBe("");
  });

  it("are not where the workspace is", async () => {
    using machine = makeMachine({ uid });
    machine.host(`mkdir -p ~/.config/agent-sandbox
      echo '{ "audit": { "path": "~" } }' > ~/.config/agent-sandbox/config.json`);
    const { status, stderr } = await machine.exec("true");
    expect(status).toBe(125);
    expect(stderr).toContain("the workspace is in");
  });

  it("are never a repository's to name", async () => {
    using machine = makeMachine({ uid, config: { audit: { path: "/srv/theirs" } } });
    const { status, stderr } = await machine.exec("true");
    expect(status).toBe(125);
    expect(stderr).toContain("which your own configuration alone names");
  });
});
