import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readAgentFile } from "../../src/agents/read-agent-file.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../support/temporary-directory.ts";

let directory: TemporaryDirectory;
let places: { readonly workspace: string; readonly home: string };

beforeEach(async () => {
  directory = await temporaryDirectory();
  places = { workspace: join(directory.path, "shop"), home: join(directory.path, "ann") };
  for (const place of [places.workspace, places.home]) {
    mkdirSync(join(place, ".claude/agents"), { recursive: true });
  }
});

afterEach(async () => {
  await directory[Symbol.asyncDispose]();
});

const read = (name = "reviewer") => readAgentFile({ name, ...places });

function write(place: "workspace" | "home", text: string): string {
  const file = join(places[place], ".claude/agents/reviewer.md");
  writeFileSync(file, `---\nname: reviewer\n---\n${text}\n`);
  return file;
}

describe("the file of an agent", () => {
  it("is the workspace's own before the user's", () => {
    const users = write("home", "users");
    expect(read()).toMatchObject({ file: users, from: "user", instructions: "users" });
    const own = write("workspace", "own");
    expect(read()).toMatchObject({ file: own, from: "workspace", instructions: "own" });
  });

  it("is told where nobody has it, with where to write it", () => {
    expect(() => read("other")).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: 'Cannot run "other": there is no such agent',
        hint: expect.stringContaining(join(places.home, ".claude/agents/other.md")) as unknown,
      }),
    );
  });

  it.each(["../reviewer", "a/b", ".", "..", "a.md", "", "-x", "a b", "é", "a".repeat(65)])(
    "has no name such as %j",
    (name) => {
      expect(() => read(name)).toThrow(expect.objectContaining({ code: "USAGE" }));
    },
  );

  it("is not read where a repository makes it, or a folder above it, a link", () => {
    const users = write("home", "secret");
    const own = join(places.workspace, ".claude/agents/reviewer.md");
    symlinkSync(users, own);
    expect(() => read()).toThrow("a link leads to it");
    rmSync(join(places.workspace, ".claude"), { recursive: true });
    symlinkSync(join(places.home, ".claude"), join(places.workspace, ".claude"));
    expect(() => read()).toThrow("a link leads to it");
  });

  it("may be a link of the user's own", () => {
    const file = write("home", "users");
    const linked = join(directory.path, "dotfile.md");
    writeFileSync(linked, "---\n---\nlinked\n");
    rmSync(file);
    symlinkSync(linked, file);
    expect(read()).toMatchObject({ from: "user", instructions: "linked" });
  });
});
