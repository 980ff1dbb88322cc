// The policy of a workspace, asked by its user. Nothing is started, and no Docker is needed.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { cli } from "../support/cli.ts";

const CONFIG = {
  filesystem: { exclude: ["private"], "allowed-patterns": [".env.dev"] },
  network: { domains: ["docs.example.com"] },
  environment: { allow: ["API_KEY"] },
  commands: { git: "@git" },
};

async function setup(config: unknown = CONFIG) {
  const directory = await mkdtemp(join(tmpdir(), "agent-sandbox-test-"));
  const workspace = join(directory, "ws");
  mkdirSync(join(workspace, ".agent-sandbox"), { recursive: true });
  const file = join(workspace, ".agent-sandbox/config.json");
  writeFileSync(file, JSON.stringify(config, undefined, 2));
  const env = {
    // Not in the temporary folder, which is the sandbox's own and open.
    HOME: "/home/whoever-tests",
    XDG_CONFIG_HOME: join(directory, "config"),
    API_KEY: "k-1234",
    DATABASE_URL: "postgres://me:k-5678@db/x",
  };
  return {
    workspace,
    file,
    ask: (...args: readonly string[]) => cli(args, { cwd: workspace, env }),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  };
}

describe("policy explain", () => {
  it.each([
    ["read", "src/index.ts", [0, "within-project-root"]],
    ["read", ".env", [1, "sensitive-file-pattern"]],
    ["read", "./src/../.ENV.local", [1, "sensitive-file-pattern"]],
    ["read", ".env.dev", [0, "allowed-pattern"]],
    ["read", "linked", [1, "sensitive-file-pattern"]],
    ["read", "private/plan.txt", [1, "path-rule"]],
    ["read", "~/notes.txt", [1, "outside-project-root"]],
    ["read", "/proc/self/root/etc/shadow", [1, "magic-link"]],
    ["write", ".git/hooks/pre-commit", [1, "protected-path"]],
    ["delete", ".git", [1, "protected-path"]],
    ["list", "private", [1, "path-rule"]],
    ["connect", "docs.example.com:443", [0, "allowed-host"]],
    ["connect", "docs.example.com:8443", [1, "port-not-allowed"]],
    ["connect", "evil.example", [1, "host-not-allowed"]],
    ["connect", "192.0.2.7:443", [1, "address"]],
    ["env", "API_KEY", [0, "allowed-variable"]],
    ["env", "DATABASE_URL", [1, "secret-variable"]],
    ["env", "MONKEY", [1, "variable-not-inherited"]],
    ["exec", "git", [0, "command-rule"]],
    ["tool", "Bash(git push)", [0, "tool-not-restricted"]],
  ] as const)("answers %s %s with %j", async (operation, target, expected) => {
    await using at = await setup();
    symlinkSync(".env", join(at.workspace, "linked"));
    const { status, stdout } = await at.ask("policy", "explain", operation, target, "--json");
    const { rule } = JSON.parse(stdout) as { readonly rule: string };
    expect([status, rule]).toEqual(expected);
  });

  it("names file, line and key, and what would change the answer", async () => {
    await using at = await setup();
    const { stdout } = await at.ask("policy", "explain", "connect", "docs.example.com");
    expect(stdout).toContain(`network.domains[0], ${at.file}:12`);
    expect(stdout).toMatch(/^allowed {2}connect docs\.example\.com\n/);
    expect(stdout).toContain("network.denied-domains");
    expect((await at.ask("policy", "explain", "read", ".env")).stdout).toContain(
      "filesystem.allowed-patterns",
    );
  });

  it("tells no value of a variable", async () => {
    await using at = await setup();
    for (const name of ["API_KEY", "DATABASE_URL"]) {
      const { stdout, stderr } = await at.ask("policy", "explain", "env", name, "--json");
      expect(stdout + stderr).not.toMatch(/k-\d{4}/);
    }
  });

  it.each([
    [["policy", "explain", "frob", "x"], "Expected frob to be one of"],
    [["policy", "explain", "read"], "Missing 1 required arg"],
    [["policy", "explain", "connect", "a.example:70000"], "70000 is not a port"],
    [["policy", "expain", "read", "x"], 'Did you mean "policy explain"?'],
  ])("refuses %j with status 2", async (args, sentence) => {
    await using at = await setup();
    const { status, stderr } = await at.ask(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

describe("policy show", () => {
  it("has every value with its source, also for programs", async () => {
    await using at = await setup();
    const { stdout } = await at.ask("policy", "show");
    expect(stdout).toMatch(/^filesystem\.rules +exclude .*\/private +filesystem\.exclude\[0\], /m);
    expect(stdout).toMatch(
      /^filesystem\.blocked +\.env +filesystem\.blocked-patterns\[0\] \(defaults\)$/m,
    );
    expect(stdout).toMatch(/^network\.domains +docs\.example\.com +network\.domains\[0\], /m);
    expect(stdout).toMatch(/^environment\.allow +API_KEY +environment\.allow\[0\], /m);
    const policy: unknown = JSON.parse((await at.ask("policy", "show", "--json")).stdout);
    expect(policy).toMatchObject({ enabled: { value: true, source: { layer: "defaults" } } });
  });
});

describe("agent-sandbox test", () => {
  it("passes where nothing is configured", async () => {
    await using at = await setup({});
    const { status, stdout } = await at.ask("test");
    expect([status, /^failed/m.exec(stdout)]).toEqual([0, null]);
    expect(stdout).toMatch(/^\d+ as expected, 0 failed$/m);
  });

  it("shows what a configuration changes, and does not fail for that", async () => {
    await using at = await setup({ filesystem: { "allowed-patterns": ["*.pem"] } });
    const { status, stdout } = await at.ask("test");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^changed +deny +read certs\/server\.pem\n.*allowed-patterns\[0\]/m);
  });

  it("fails at a case of the user's own that comes out otherwise", async () => {
    await using at = await setup({
      tests: [
        { read: ".env", expect: "allow" },
        { connect: "github.com:443", expect: "allow" },
      ],
    });
    const { status, stdout } = await at.ask("test", "--json");
    const { ok, results } = JSON.parse(stdout) as {
      readonly ok: boolean;
      readonly results: readonly { readonly kind: string; readonly verdict: string }[];
    };
    expect([status, ok]).toEqual([1, false]);
    expect(results.filter(({ kind }) => kind === "own").map(({ verdict }) => verdict)).toEqual([
      "failed",
      "ok",
    ]);
  });

  it("checks a file in place of the project's, and says what is wrong with it", async () => {
    await using at = await setup();
    const draft = join(at.workspace, "draft.jsonc");
    writeFileSync(draft, '{ "netwrk": {} }');
    const { status, stderr } = await at.ask("test", draft);
    expect(status).toBe(125);
    expect(stderr).toContain('Did you mean "network"?');
  });
});
