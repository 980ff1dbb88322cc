import { describe, expect, it } from "@jest/globals";
import { checkSupported } from "../../src/plan/check-supported.ts";
import { resolved } from "../support/resolved.ts";

describe("what the docker engine does not keep", () => {
  it.each([
    [{ audit: { path: "/srv/records" } }, "audit.path"],
    [{ filesystem: { base: "host" } }, "filesystem.base"],
    [{ filesystem: { root: "packages/a" } }, "filesystem.root"],
    [{ filesystem: { ro: ["/srv/*"] } }, "filesystem.ro[0]"],
    [{ filesystem: { rw: ["~/src/*"] } }, "filesystem.rw[0]"],
    [{ filesystem: { rw: ["/"] } }, "filesystem.rw[0]"],
    [{ filesystem: { ro: ["~"] } }, "filesystem.ro[0]"],
    [{ filesystem: { ro: ["/usr/share"] } }, "filesystem.ro[0]"],
    [{ filesystem: { rw: ["~/.claude"] } }, "filesystem.rw[0]"],
    [{ filesystem: { rw: ["/var/run/docker.sock"] } }, "filesystem.rw[0]"],
    [{ filesystem: { exclude: ["/etc/passwd"] } }, "filesystem.exclude[0]"],
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
    { tools: { deny: ["Write"], allow: ["Read"] } },
    { enabled: true, docker: false, tests: [{ read: ".env", expect: "deny" }] },
    { filesystem: { base: "project", root: "./", ro: [".git/hooks", ".husky/x"] } },
    { filesystem: { presets: ["@base", "@caches", "!@git"] } },
    { filesystem: { "blocked-patterns": ["*.p12"], "allowed-patterns": [".env"] } },
    { filesystem: { exclude: ["private", "dumps/*.sql", ".git/hooks", "/srv", "~/x/*"] } },
    { filesystem: { ro: ["vendor", "*.json", ".", "~/data"], rw: ["vendor/gen", "/srv/a"] } },
    { filesystem: { presets: ["@lint/all"] } },
    { environment: { inherit: "all" } },
    { environment: { inherit: "none" } },
    { environment: { inherit: "core", "filter-secrets": false, block: ["AWS_*"] } },
    { commands: { git: "@git", npm: true, rm: false, curl: "x.sh" } },
    { tools: { "enforce-agent-permissions": true } },
    { docker: true, network: { localhost: false }, audit: { level: "all" } },
    { virtual: { "max-file-size": "1m" }, audit: { "keep-days": 7 } },
  ])("is not there in %j", (policy) => {
    expect(() => {
      checkSupported(resolved(policy), "bind");
    }).not.toThrow();
  });

  it("is said with the reason, where it is not the engine as such", () => {
    const refusal = (policy: unknown) => () => {
      checkSupported(resolved(policy), "bind");
    };
    expect(refusal({ filesystem: { root: "packages/a" } })).toThrow(
      /: a sandbox has the whole workspace, since git and what is protected are at its top/,
    );
    expect(refusal({ audit: { path: "/srv/records" } })).toThrow(
      /: the records of all repositories are in one folder, which your own configuration alone names$/,
    );
  });

  it.each([
    { exclude: ["private"] },
    { ro: ["*.json"] },
    { rw: ["src/*"] },
    { ro: [".git"] },
    { presets: ["@lint/ts"] },
    { protected: [".git/"] },
    { protected: [".git"] },
  ])("is in %j on a branch", (filesystem) => {
    expect(() => {
      checkSupported(resolved({ filesystem }), "branch");
    }).toThrow(expect.objectContaining({ code: "POLICY_UNSUPPORTED" }));
  });

  it.each([
    { ro: [".", "vendor", ".git/refs/tags", "~/data"] },
    { rw: ["vendor/gen"] },
    { protected: [".git/refs/tags/", ".github/"] },
  ])("is not in %j on a branch", (filesystem) => {
    expect(() => {
      checkSupported(resolved({ filesystem }), "branch");
    }).not.toThrow();
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
