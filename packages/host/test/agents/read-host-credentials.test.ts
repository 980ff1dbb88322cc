import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { readHostCredentials } from "../../src/agents/read-host-credentials.ts";

const AUTH = '{"OPENAI_API_KEY":"sk-x"}';
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agent-sandbox-home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

function put(path: string, content: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

const codex = (env = {}) => readHostCredentials("codex", { env, home });

describe("the host's credentials", () => {
  it("are read where each agent has them", () => {
    put(".codex/auth.json", AUTH);
    put(".claude/.credentials.json", '{"claudeAiOauth":{"accessToken":"a"}}');
    expect([...codex()]).toEqual([["auth.json", AUTH]]);
    expect([...readHostCredentials("claude", { env: {}, home }).keys()]).toEqual([
      ".credentials.json",
    ]);
  });

  it("are read where CODEX_HOME and CLAUDE_CONFIG_DIR say, and a profile with them", () => {
    put("elsewhere/auth.json", AUTH);
    put("elsewhere/profile.json", '{"a":1}');
    put("elsewhere/.credentials.json", '{"claudeAiOauth":{"accessToken":"a"}}');
    const directory = join(home, "elsewhere");
    expect([...codex({ CODEX_HOME: directory }).keys()]).toEqual(["auth.json", "profile.json"]);
    const env = { CLAUDE_CONFIG_DIR: directory };
    expect(readHostCredentials("claude", { env, home }).size).toBe(1);
    expect(() => codex({ CODEX_HOME: "" })).toThrow(join(home, ".codex/auth.json"));
  });

  it("are read through the user's own links", () => {
    put("dotfiles/auth.json", AUTH);
    mkdirSync(join(home, ".codex"));
    symlinkSync("../dotfiles/auth.json", join(home, ".codex/auth.json"));
    expect(codex().get("auth.json")).toBe(AUTH);
  });

  it("are told to be absent, with where they were looked for and what to do", () => {
    expect(() => codex()).toThrow(`there is no "${join(home, ".codex/auth.json")}"`);
    put(".codex/profile.json", "{}");
    expect(() => codex()).toThrow("there is no");
  });

  it("are refused where a file is broken, be it the second one", () => {
    put(".codex/auth.json", AUTH);
    put(".codex/profile.json", "{ half");
    expect(() => codex()).toThrow(
      `Cannot use "${join(home, ".codex/profile.json")}": it is not JSON`,
    );
  });

  it("are not read without end, nor from a pipe or a directory", () => {
    put(".codex/auth.json", `{"OPENAI_API_KEY":"${"x".repeat(300_000)}"}`);
    expect(() => codex()).toThrow("larger than 256 KiB");
    rmSync(join(home, ".codex/auth.json"));
    mkdirSync(join(home, ".codex/auth.json"));
    expect(() => codex()).toThrow("it is a directory");
  });
});
