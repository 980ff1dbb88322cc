import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker as client } from "../../../../test/support/docker.ts";
import { connectDocker } from "../../src/connect.ts";
import { volumeFiles } from "../../src/volume-files/volume-files.ts";

const IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";
const UID = 4321;
const docker = connectDocker(process.env);
const hash = randomBytes(16).toString("hex");
const volume = `agent-sandbox-test-${hash}`;
const workspace = { path: "/srv/x", name: "x", hash };
const never = new AbortController().signal;
const request = { volume, workspace, user: { uid: UID, gid: UID }, image: IMAGE };
const files = volumeFiles(request, docker, never);

/** What is done in the volume by whoever has it: by default as its owner. */
async function inVolume(script: string, user = UID.toString()): Promise<string> {
  return await client([
    ...["run", "--rm", "--network", "none", "--user", user, "--entrypoint", "sh"],
    ...["--volume", `${volume}:/v`, "--workdir", "/v", IMAGE, "-ec", script],
  ]);
}

beforeAll(async () => {
  await client(["volume", "create", "--label", "agent-sandbox.test=volume-files", volume]);
});

afterAll(async () => {
  await client(["volume", "rm", "--force", volume]);
});

describe("the files of a volume", () => {
  it("are made by the owner, for the owner alone, in a directory that is the owner's alone", async () => {
    expect(await files.read(["a.json"])).toEqual(new Map([["a.json", { kind: "absent" }]]));
    const replaced = await files.change([{ do: "write", name: "a.json", content: "é1" }]);
    expect(replaced).toEqual(new Set());
    expect(await inVolume("stat -c '%n %u %g %a' . a.json; ls -A; cat a.json")).toBe(
      `. ${UID} ${UID} 700\na.json ${UID} ${UID} 600\na.json\né1`,
    );
    expect(await files.read(["a.json"])).toEqual(
      new Map([["a.json", { kind: "file", content: "é1" }]]),
    );
  });

  it("are replaced whole, and what was there is kept where that is wished", async () => {
    await inVolume("echo old > note.md; chmod 644 note.md");
    const change = { do: "write", name: "note.md", content: "new\n", before: "note.md.before" };
    expect(await files.change([change as never])).toEqual(new Set(["note.md"]));
    expect(await inVolume("cat note.md note.md.before; stat -c %a note.md")).toBe("new\nold\n600");
  });

  it("are removed by name, links included, and what is not there is no failure", async () => {
    await inVolume("echo x > target; ln -s target link");
    const names = ["link", "nothing"];
    const removed = await files.change(names.map((name) => ({ do: "remove", name })));
    expect(removed).toEqual(new Set(["link"]));
    expect(await inVolume("cat target; ls link 2> /dev/null || echo gone")).toBe("x\ngone");
  });

  it("are never reached through a link that an agent has made", async () => {
    await inVolume("echo secret > outside; ln -sf outside config.toml; ln -sf /etc/passwd b.json");
    expect(await files.read(["config.toml", "b.json"])).toEqual(
      new Map([
        ["config.toml", { kind: "other", what: "a symbolic link" }],
        ["b.json", { kind: "other", what: "a symbolic link" }],
      ]),
    );
    await files.change([{ do: "write", name: "config.toml", content: "ours" }]);
    expect(await inVolume("cat outside config.toml; stat -c %F config.toml")).toBe(
      "secret\noursregular file",
    );
  });

  it("are not read where they are something else, or without end", async () => {
    await inVolume(
      "mkfifo pipe; mkdir dir; head -c 300000 /dev/zero > big; echo x > shut; chmod 0 shut",
    );
    const found = await files.read(["pipe", "dir", "big", "shut"]);
    expect([...found.values()].map((file) => "what" in file && file.what)).toEqual([
      "a device",
      "a directory",
      "larger than 256 KiB",
      "not readable",
    ]);
  });

  it("tell in a sentence that a directory is in the way", async () => {
    await inVolume("mkdir -p auth.json");
    await expect(
      files.change([{ do: "write", name: "auth.json", content: "x" }]),
    ).rejects.toMatchObject({
      code: "ENGINE_FAILED",
      message: `Cannot change "auth.json" in the volume "${volume}": it is a directory`,
    });
    expect(await inVolume("ls -A | grep agent-sandbox || echo none")).toBe("none");
  });

  it.each(["../x", "a/b", "", "..", "-x"])("have plain names, and %j is none", async (name) => {
    await expect(files.change([{ do: "remove", name }])).rejects.toMatchObject({
      message: expect.stringContaining("it is not a file's name") as unknown,
    });
  });

  it("stay as they are where the volume is only looked into", async () => {
    const looked = volumeFiles({ ...request, readonly: true }, docker, never);
    expect((await looked.read(["a.json"])).get("a.json")).toMatchObject({ content: "é1" });
    await expect(looked.change([{ do: "remove", name: "a.json" }])).rejects.toMatchObject({
      message: expect.stringMatching(/read-only/i) as unknown,
    });
  });
});

describe("the container that works on them", () => {
  it("leaves nothing when it is done, nor after a failure", async () => {
    await files.read(["a.json"]);
    await files.change([{ do: "remove", name: ".." }]).catch(() => undefined);
    const label = `label=agent-sandbox.job=${hash}`;
    expect(await client(["ps", "--all", "--quiet", "--filter", label])).toBe("");
  });

  it("ends with whoever aborts", async () => {
    const controller = new AbortController();
    const late = volumeFiles(request, docker, controller.signal).read(["a.json"]);
    controller.abort(new Error("enough"));
    await expect(late).rejects.toThrow("enough");
    const label = `label=agent-sandbox.job=${hash}`;
    expect(await client(["ps", "--all", "--quiet", "--filter", label])).toBe("");
  });
});
