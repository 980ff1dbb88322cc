import { createHash } from "node:crypto";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readWorkspace } from "../../src/facts/read-workspace.ts";
import { asNobody } from "../support/as-nobody.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const invalid = (state: string): unknown =>
  expect.objectContaining({
    code: "WORKSPACE_INVALID",
    message: expect.stringContaining(state),
    hint: expect.any(String),
  });

describe("readWorkspace", () => {
  it("is the same through a link and with a trailing slash", async () => {
    await using directory = await temporaryDirectory();
    const real = join(directory.path, "my repo: ü");
    await mkdir(real);
    await symlink(real, join(directory.path, "link"));
    const identity = {
      path: real,
      name: "my repo: ü",
      hash: createHash("md5").update(real).digest("hex"),
    };
    expect(readWorkspace(`${real}/`)).toEqual(identity);
    expect(readWorkspace(join(directory.path, "link"))).toEqual(identity);
  });

  it("refuses what is no directory to work in, each with its way out", async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string): string => join(directory.path, name);
    await writeFile(at("file"), "");
    await symlink("loop", at("loop"));
    await mkdir(at("line\nbreak"));
    expect(() => readWorkspace(at("none"))).toThrow(invalid("does not exist"));
    expect(() => readWorkspace(at("file"))).toThrow(invalid("it is not a directory"));
    expect(() => readWorkspace(at("file/x"))).toThrow(invalid("a part of it"));
    expect(() => readWorkspace(at("loop"))).toThrow(invalid("circle"));
    expect(() => readWorkspace(at("line\nbreak"))).toThrow(invalid("control character"));
    expect(() => readWorkspace("/")).toThrow(invalid("root of the file system"));
  });

  it("refuses a directory that the user may not enter", async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o711);
    const closed = join(directory.path, "closed");
    await mkdir(closed, { mode: 0o000 });
    await expect(asNobody(() => readWorkspace(closed))).rejects.toEqual(
      invalid("permission denied"),
    );
  });
});
