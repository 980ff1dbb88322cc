import { describe, expect, it } from "@jest/globals";
import { checkSupported } from "../../src/plan/check-supported.ts";
import { resolved } from "../support/resolved.ts";

describe("what the docker engine does not keep", () => {
  it.each([
    [{ docker: true }, "docker"],
    [{ network: { localhost: false } }, "network.localhost"],
    [{ environment: { inherit: "all" } }, "environment.inherit"],
    [{ environment: { inherit: "none" } }, "environment.inherit"],
    [{ audit: { level: "all" } }, "audit.level"],
    [{ audit: { path: "/srv/records" } }, "audit.path"],
    [{ filesystem: { base: "host" } }, "filesystem.base"],
    [{ filesystem: { root: "packages/a" } }, "filesystem.root"],
    [{ filesystem: { ro: ["vendor"] } }, "filesystem.ro[0]"],
    [{ filesystem: { rw: ["/srv"] } }, "filesystem.rw[0]"],
    [{ filesystem: { exclude: ["/srv"] } }, "filesystem.exclude[0]"],
    [{ filesystem: { presets: ["@lint/go"] } }, "@lint/go.filesystem.ro"],
    [{ commands: { rm: false } }, "commands.rm"],
    [{ commands: { git: false } }, "commands.git"],
    [{ commands: { curl: "x.sh" } }, "commands.curl"],
  ])("is refused where somebody has written it: %j", (policy, key) => {
    const check = () => {
      checkSupported(resolved(policy), "bind");
    };
    expect(check).toThrow(
      expect.objectContaining({
        code: "POLICY_UNSUPPORTED",
        message: expect.stringContaining(`Cannot keep "${key}`) as unknown,
      }),
    );
  });

  it.each([
    {},
    { enabled: true, docker: false, tests: [{ read: ".env", expect: "deny" }] },
    { filesystem: { base: "project", root: "./", ro: [".git/hooks", ".husky/x"] } },
    { filesystem: { presets: ["@base", "@caches", "!@git"] } },
    { filesystem: { "blocked-patterns": ["*.p12"], "allowed-patterns": [".env"] } },
    { filesystem: { exclude: ["private", "dumps/*.sql", ".git/hooks"] } },
    { environment: { inherit: "core", "filter-secrets": false, block: ["AWS_*"] } },
    { commands: { git: "@git", npm: true } },
    { tools: { "enforce-agent-permissions": true } },
    { virtual: { "max-file-size": "1m" }, audit: { "keep-days": 7 } },
  ])("is not there in %j", (policy) => {
    expect(() => {
      checkSupported(resolved(policy), "bind");
    }).not.toThrow();
  });

  it("is an exclusion where a branch's worktree has what its commits have", () => {
    const policy = resolved({ filesystem: { exclude: ["private"] } });
    expect(() => {
      checkSupported(policy, "branch");
    }).toThrow(expect.objectContaining({ code: "POLICY_UNSUPPORTED" }));
  });
});

it("is no sandbox at all where none is wanted, and the way out is named", () => {
  expect(() => {
    checkSupported(resolved({ enabled: false }), "bind");
  }).toThrow(
    expect.objectContaining({
      code: "POLICY_UNSUPPORTED",
      message: expect.stringMatching(/^Cannot open a sandbox: "enabled".* is false$/) as unknown,
      hint: expect.stringContaining("agent run NAME --no-sandbox") as unknown,
    }),
  );
});
