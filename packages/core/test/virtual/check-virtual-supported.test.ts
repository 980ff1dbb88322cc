import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";

import { checkVirtualSupported } from "../../src/index.ts";

const context = { engine: "virtual", workspace: "/w", home: "/home/me", temp: "/tmp" } as const;

function check(config: unknown, layer: "user" | "project" = "project"): void {
  checkVirtualSupported(resolvePolicy([parsePolicy(config, { layer, file: "/w/file" })], context));
}

describe("what the virtual engine keeps", () => {
  it.each([
    {},
    { network: { domains: ["example.com"] }, container: { memory: "1g" } },
    { commands: { rm: false, npm: true, git: "@git" }, audit: { level: "all" } },
    { filesystem: { base: "empty", exclude: ["x"], ro: ["/other"] } },
    { virtual: { "command-timeout": "1s" }, docker: false },
  ])("is all of %j", (config) => {
    expect(() => check(config)).not.toThrow();
  });

  it.each([
    [{ enabled: false }, '"enabled" of "/w/file" is false'],
    [{ docker: true }, 'Cannot keep "docker" of "/w/file": no process runs'],
    [{ filesystem: { base: "host" } }, 'Cannot keep "filesystem.base" of "/w/file"'],
    [{ commands: { curl: "./mine" } }, 'Cannot keep "commands.curl" of "/w/file"'],
    [{ audit: { path: "/records" } }, 'Cannot keep "audit.path" of "/w/file"'],
  ])("is not %j", (config, sentence) => {
    expect(() => check(config)).toThrow(sentence);
    expect(() => check(config)).toThrow(expect.objectContaining({ code: "POLICY_UNSUPPORTED" }));
  });

  it("is a folder of records that the user names", () => {
    expect(() => check({ audit: { path: "/records" } }, "user")).not.toThrow();
  });
});
