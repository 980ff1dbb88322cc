import { describe, expect, it } from "@jest/globals";
import { type ConfigEdit, editConfig } from "../../src/config/edit-config.ts";
import { parseConfig } from "../../src/config/read-config.ts";

const JSONC = `{
  // Who may be reached.
  "network": {
    "deniedDomains": ["a.example"], // in camelCase
    /* all of GitHub */
    "git": true, // over HTTPS and SSH
  },
}
`;
const YAML = `# Who may be reached.
network:
    denied-domains: [a.example] # in kebab-case
    # all of GitHub
    git: true # over HTTPS and SSH
`;

const set = (path: ConfigEdit["path"], value: unknown): ConfigEdit => ({
  action: "set",
  path,
  value,
});
const add = (path: ConfigEdit["path"], value: unknown): ConfigEdit => ({
  action: "add",
  path,
  value,
});
const unset = (path: ConfigEdit["path"]): ConfigEdit => ({ action: "unset", path });

describe.each([
  [
    "config.jsonc",
    JSONC,
    ["// Who may be reached.", "// in camelCase", "/* all of GitHub */", "// over HTTPS and SSH"],
  ],
  [
    "config.yaml",
    YAML,
    ["# Who may be reached.", "# in kebab-case", "# all of GitHub", "# over HTTPS and SSH"],
  ],
])("editConfig of %s", (file, text, comments) => {
  const edited = async (edit: ConfigEdit) => await editConfig(text, file, edit);
  const valueOf = async (edit: ConfigEdit) => (await parseConfig(await edited(edit), file)).value;

  it.each([
    ["a value that is there", set(["network", "git"], false)],
    ["a section that is new", set(["container", "memory"], "4g")],
    ["an item", add(["network", "deniedDomains"], "b.example")],
    ["a list that is new", add(["network", "domains"], "b.example")],
  ])("keeps every comment at %s", async (_, edit) => {
    for (const comment of comments) expect(await edited(edit)).toContain(comment);
  });

  it("sets, adds and takes away", async () => {
    expect(await valueOf(set(["network", "git"], false))).toMatchObject({
      network: { git: false },
    });
    expect(await valueOf(set(["container"], { pids: 1 }))).toMatchObject({
      container: { pids: 1 },
    });
    expect(await valueOf(add(["network", "domains"], "b"))).toMatchObject({
      network: { domains: ["b"] },
    });
    expect(await valueOf(unset(["network"]))).toEqual({});
  });

  it("uses the spelling that is there", async () => {
    for (const key of ["deniedDomains", "denied-domains"]) {
      const value = await valueOf(add(["network", key], "b.example"));
      expect(Object.values((value as { network: object }).network)).toEqual([
        ["a.example", "b.example"],
        true,
      ]);
    }
  });

  it("changes nothing where what is to go is not there", async () => {
    expect(await edited(unset(["network", "ports"]))).toBe(text);
    expect(await edited(unset(["network", "deniedDomains", 7]))).toBe(text);
  });

  it.each([
    ["a key of a list", set(["network", "deniedDomains", "x"], 1)],
    ["a key of a single value", set(["network", "git", "x"], 1)],
    ["an item of an object", set(["network", 0], 1)],
    ["an addition to a single value", add(["network", "git"], 1)],
  ])("refuses %s", async (_, edit) => {
    await expect(edited(edit)).rejects.toMatchObject({ code: "USAGE" });
  });
});

it("makes a document of nothing", async () => {
  expect(await editConfig("", "c.json", set(["network", "git"], true))).toBe(
    '{\n  "network": {\n    "git": true\n  }\n}\n',
  );
  expect(await editConfig("", "c.yaml", set(["network", "git"], true))).toBe(
    "network:\n  git: true\n",
  );
});

it("writes a new key in kebab-case, and names below a section as they are", async () => {
  const text = await editConfig("", "c.yaml", set(["environment", "set", "myVar"], "x"));
  expect(await editConfig(text, "c.yaml", set(["container", "baseTag"], "t"))).toBe(
    "environment:\n  set:\n    myVar: x\ncontainer:\n  base-tag: t\n",
  );
});

it("refuses a text that is none of its format", async () => {
  await expect(editConfig("{", "c.json", unset(["a"]))).rejects.toMatchObject({
    code: "CONFIG_INVALID",
  });
});
