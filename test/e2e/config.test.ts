import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI, cli, type CliOptions } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";

async function setup() {
  const directory = await mkdtemp(join(tmpdir(), "agent-sandbox-test-"));
  const env = { HOME: directory, XDG_CONFIG_HOME: join(directory, "config") };
  const file = join(directory, ".agent-sandbox/config.jsonc");
  return {
    directory,
    env,
    file,
    text: () => readFileSync(file, "utf8"),
    config: (args: readonly string[], options: CliOptions = {}) =>
      cli(["config", ...args], { cwd: directory, ...options, env: { ...env, ...options.env } }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

describe("agent-sandbox config", () => {
  it("sets, adds, reads and takes away, in either file", async () => {
    await using at = await setup();
    await at.config(["set", "container.memory", "4g"]);
    await at.config(["set", "--add", "network.domains", "docs.example.com"]);
    await at.config(["set", "--user", "container.memory", "8g"]);
    await at.config(["set", "--user", "network.git", "false"]);
    expect(await at.config(["get", "container.memory"])).toMatchObject({
      stdout: "4g\n",
      status: 0,
    });
    expect(await at.config(["get", "container.memory", "--user"])).toMatchObject({
      stdout: "8g\n",
    });
    expect(await at.config(["get", "network.git"])).toMatchObject({ stdout: "false\n" });
    const { stdout } = await at.config(["get", "network.domains", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      key: "network.domains",
      value: ["docs.example.com"],
      layer: "project",
      file: at.file,
      line: 6,
    });
    expect((await at.config(["unset", "container.memory"])).status).toBe(0);
    expect((await at.config(["unset", "container.memory"])).status).toBe(1);
    expect(await at.config(["get", "--project", "container.memory"])).toMatchObject({
      stdout: "",
      status: 1,
    });
  });

  it("takes text for text where the key wants it, and seed 000's own spelling of a key", async () => {
    await using at = await setup();
    await at.config(["set", "environment.set.LEVEL", "5"]);
    await at.config(["set", "sandbox.container.pids", "500"]);
    expect(JSON.parse(at.text())).toEqual({
      environment: { set: { LEVEL: "5" } },
      container: { pids: 500 },
    });
  });

  it.each([
    ["an unknown key", ["set", "container.memry", "4g"], 'Did you mean "memory"?'],
    ["a bad value", ["set", "container.memory", "1"], "less than 64 MiB"],
    ["what is no key", ["set", "a[b", "1"], "it is not a key"],
    ["both files at once", ["get", "--user", "--project", "network"], "cannot also be provided"],
    ["a command that is not there", ["gte", "network"], 'Did you mean "config get"?'],
  ])("refuses %s with status 2 and writes nothing", async (_, args, sentence) => {
    await using at = await setup();
    const { status, stderr } = await at.config(args);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
    expect(() => at.text()).toThrow("ENOENT");
  });

  it("lists its commands when it is given none", async () => {
    await using at = await setup();
    const { status, stdout } = await at.config([]);
    expect(status).toBe(0);
    for (const name of ["edit", "get", "set", "unset"]) expect(stdout).toContain(`config ${name}`);
  });

  it("edits in the person's editor, and keeps what cannot be saved", async () => {
    await using at = await setup();
    const editor = (script: string) => ({
      env: { VISUAL: undefined, EDITOR: `sh -c '${script}' editor` },
    });
    const append = editor('echo "// mine" >> "$1"');
    expect((await at.config(["edit"], append)).status).toBe(0);
    expect(at.text()).toMatch(/"on-lost-mount"[^]*\/\/ mine\n$/);
    const before = at.text();
    const broken = await at.config(["edit"], editor('echo "}" > "$1"'));
    expect(broken.status).toBe(125);
    const kept = /kept in "([^"]+)"/.exec(broken.stderr)?.[1] ?? "";
    expect(readFileSync(kept, "utf8")).toBe("}\n");
    expect(at.text()).toBe(before);
    await rm(join(kept, ".."), { recursive: true });
    expect((await at.config(["edit"], editor("exit 3"))).stderr).toContain("ended with status 3");
    expect((await at.config(["edit"], editor("true"))).stdout).toContain("Nothing has changed");
  });

  it("asks on a terminal whether to edit again what is not valid", async () => {
    await using at = await setup();
    const count = join(at.directory, "count");
    const script = `echo >> ${count}; test $(wc -l < ${count}) = 2 && echo "{}" > "$1" || echo "}" > "$1"`;
    const editor = join(at.directory, "editor.sh");
    await writeFile(editor, script);
    const command = `cd ${at.directory}; EDITOR='sh ${editor}' ${process.execPath} ${CLI} config edit`;
    using terminal = openTerminal(command, at.env);
    await terminal.see(/Edit it again\? \[Y\/n\]/);
    terminal.press("Enter");
    await terminal.see(/^Saved /m);
    expect(at.text()).toBe("{}\n");
  });
});
