import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { loadLayers } from "../../src/config/load-layers.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

async function place(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

interface Setup extends AsyncDisposable {
  readonly workspace: string;
  readonly home: string;
  load(extra?: {
    readonly configFile?: string;
    readonly env?: Record<string, string>;
  }): ReturnType<typeof loadLayers>;
}

async function setup(): Promise<Setup> {
  const directory = await temporaryDirectory();
  const workspace = join(directory.path, "ws");
  const home = join(directory.path, "home");
  await mkdir(workspace);
  return {
    workspace,
    home,
    load: (extra = {}) => loadLayers({ workspace, home, env: {}, ...extra }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

const failure = (code: string, part: string): unknown =>
  expect.objectContaining({ code, message: expect.stringContaining(part) });

describe("loadLayers", () => {
  it("finds nothing where there is nothing", async () => {
    await using at = await setup();
    expect(await at.load()).toEqual([]);
  });

  it("reads the user's file and the project's, each with its own lines", async () => {
    await using at = await setup();
    const user = await place(
      join(at.home, ".config/agent-sandbox/config.yaml"),
      "network:\n  git: false\n",
    );
    const project = await place(
      join(at.workspace, ".agent-sandbox/config.jsonc"),
      '{ "network": { "domains": ["a.example"] } }',
    );
    const layers = await at.load();
    expect(layers).toMatchObject([
      { source: { layer: "user", file: user }, policy: { network: { git: false } } },
      {
        source: { layer: "project", file: project },
        policy: { network: { domains: ["a.example"] } },
      },
    ]);
    expect(layers[0]?.source.lines?.get("network.git")).toBe(2);
  });

  it("looks for the user's file under XDG_CONFIG_HOME", async () => {
    await using at = await setup();
    const config = join(at.home, "elsewhere");
    await place(join(config, "agent-sandbox/config.json"), "{}");
    expect(await at.load({ env: { XDG_CONFIG_HOME: config } })).toHaveLength(1);
    expect(await at.load({ env: { XDG_CONFIG_HOME: "relative" } })).toEqual([]);
  });

  it("reads --config in place of the project's file and beside the user's", async () => {
    await using at = await setup();
    await place(join(at.home, ".config/agent-sandbox/config.json"), "{}");
    await place(join(at.workspace, ".agent-sandbox/config.json"), "not even JSON");
    const configFile = await place(join(at.home, "other.json"), "{}");
    expect(await at.load({ configFile })).toMatchObject([
      { source: { layer: "user" } },
      { source: { layer: "project", file: configFile } },
    ]);
  });

  it("fails when --config names no file", async () => {
    await using at = await setup();
    const configFile = join(at.home, "none.json");
    await expect(at.load({ configFile })).rejects.toEqual(
      failure("CONFIG_INVALID", `"${configFile}": it does not exist`),
    );
  });

  it("names both files that claim one layer", async () => {
    await using at = await setup();
    const json = await place(join(at.workspace, ".agent-sandbox/config.json"), "{}");
    const yaml = await place(join(at.workspace, ".agent-sandbox/config.yaml"), "{}");
    await expect(at.load()).rejects.toEqual(failure("CONFIG_CONFLICT", `"${json}" and "${yaml}"`));
  });

  it("refuses links in the project's config path and follows them in the user's", async () => {
    await using at = await setup();
    const real = await place(join(at.home, "dotfiles/config.json"), "{}");
    await mkdir(join(at.home, ".config/agent-sandbox"), { recursive: true });
    await symlink(real, join(at.home, ".config/agent-sandbox/config.json"));
    expect(await at.load()).toHaveLength(1);

    await symlink(dirname(real), join(at.workspace, ".agent-sandbox"));
    await expect(at.load()).rejects.toEqual(failure("CONFIG_INVALID", "it is a link"));
  });

  it("refuses a project file that is a link", async () => {
    await using at = await setup();
    const real = await place(join(at.home, "secret.json"), "{}");
    await mkdir(join(at.workspace, ".agent-sandbox"));
    await symlink(real, join(at.workspace, ".agent-sandbox/config.json"));
    await expect(at.load()).rejects.toEqual(failure("CONFIG_INVALID", "it is a link"));
  });

  it("refuses a file in the place of the project's config directory", async () => {
    await using at = await setup();
    await place(join(at.workspace, ".agent-sandbox"), "");
    await expect(at.load()).rejects.toEqual(failure("CONFIG_INVALID", "not a directory"));
  });

  it("says file, line, key and what was meant", async () => {
    await using at = await setup();
    const file = await place(
      join(at.workspace, ".agent-sandbox/config.jsonc"),
      '{\n  "network": {\n    "domians": []\n  }\n}',
    );
    await expect(at.load()).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: `Cannot use "${file}", line 3: network.domians: unknown key`,
      hint: 'Did you mean "domains"?',
    });
  });

  it.each([".agent-sandbox.json", ".agent-sandbox.jsonc"])("reads %s as well", async (name) => {
    await using at = await setup();
    const file = await place(join(at.workspace, name), '{ "docker": false, } // no');
    expect(await at.load()).toMatchObject([
      { source: { layer: "project", file }, policy: { docker: false } },
    ]);
  });

  it("does not count what holds the place of an absent file", async () => {
    await using at = await setup();
    for (const name of [".agent-sandbox.json", ".agent-sandbox.jsonc", ".uds/config.yaml"]) {
      await mkdir(join(at.workspace, name), { recursive: true });
    }
    expect(await at.load()).toEqual([]);
    const file = await place(join(at.workspace, ".agent-sandbox/config.yaml"), "docker: false\n");
    expect(await at.load()).toMatchObject([{ source: { file } }]);
  });

  it("refuses a top file that is a link", async () => {
    await using at = await setup();
    const real = await place(join(at.home, "secret.json"), '{ "docker": true }');
    await symlink(real, join(at.workspace, ".agent-sandbox.json"));
    await expect(at.load()).rejects.toEqual(failure("CONFIG_INVALID", "it is a link"));
  });
});

const SHARED = readFileSync(
  join(import.meta.dirname, "../../../../test/fixtures/uds-config.yaml"),
  "utf8",
);

describe("loadLayers, where another tool's file has a section", () => {
  it("reads the section, and the project is all that it opens", async () => {
    await using at = await setup();
    const file = await place(join(at.workspace, ".uds/config.yaml"), SHARED);
    const [layer] = await at.load();
    expect(layer).toMatchObject({
      source: { layer: "project", file, section: "sandbox" },
      policy: {
        enabled: true,
        filesystem: { base: "project", root: "./", allowedPatterns: [".env.example"] },
        environment: { block: ["AWS_*", "GITHUB_TOKEN"] },
        network: { external: "domains", localhost: true, git: true },
      },
    });
    expect(layer?.source.lines?.get("filesystem.root")).toBe(7);
  });

  it.each(["other:\n  key: 1\n", "", "# sandbox: no\n", "other: sandbox\n"])(
    "counts for nothing without the section: %j",
    async (text) => {
      await using at = await setup();
      await place(join(at.workspace, ".uds/config.yaml"), text);
      expect(await at.load()).toEqual([]);
      const file = await place(join(at.workspace, ".agent-sandbox.json"), '{ "docker": false }');
      expect(await at.load()).toMatchObject([{ source: { file } }]);
    },
  );

  it("takes what the section says of the base", async () => {
    await using at = await setup();
    const text = "sandbox:\n  filesystem: { base: host }\n";
    await place(join(at.workspace, ".uds/config.yaml"), text);
    expect(await at.load()).toMatchObject([{ policy: { filesystem: { base: "host" } } }]);
  });

  it.each([".agent-sandbox/config.json", ".agent-sandbox.jsonc"])(
    "names it and %s where both claim the layer",
    async (name) => {
      await using at = await setup();
      const shared = await place(join(at.workspace, ".uds/config.yaml"), "sandbox:\n");
      const own = await place(join(at.workspace, name), '{ "docker": false }');
      const state = `"${own}" and "${shared}"`;
      await expect(at.load()).rejects.toEqual(failure("CONFIG_CONFLICT", state));
    },
  );

  it("says where in the file it is wrong", async () => {
    await using at = await setup();
    const text = "sandbox:\n  network:\n    allow-gti: true\n";
    const file = await place(join(at.workspace, ".uds/config.yaml"), text);
    await expect(at.load()).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: `Cannot use "${file}", line 3: sandbox.network.allow-gti: unknown key`,
      hint: 'Did you mean "allow-git"?',
    });
  });

  it("is refused in a directory that is a link, unless it has nothing of ours", async () => {
    await using at = await setup();
    const file = await place(join(at.home, "uds/config.yaml"), "other: 1\n");
    await symlink(dirname(file), join(at.workspace, ".uds"));
    expect(await at.load()).toEqual([]);
    await writeFile(file, "sandbox:\n");
    await expect(at.load()).rejects.toEqual(failure("CONFIG_INVALID", "it is a link"));
  });

  it("is read by --config, and only its section", async () => {
    await using at = await setup();
    const configFile = await place(join(at.home, ".uds/config.yaml"), SHARED);
    expect(await at.load({ configFile })).toMatchObject([{ source: { section: "sandbox" } }]);
    await writeFile(configFile, "other: 1\n");
    await expect(at.load({ configFile })).rejects.toEqual(
      failure("CONFIG_INVALID", 'it has no section "sandbox"'),
    );
  });
});
