import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../../src/parse-policy.ts";
import { wideningsOf } from "../../../src/resolve/widenings/widenings-of.ts";
import { DOCKER } from "../../support/contexts.ts";

const PROJECT = { layer: "project", file: "/p.json" } as const;
const USER = { layer: "user", file: "/u.json" } as const;

const keys = (project: unknown, user: unknown = {}) =>
  wideningsOf([parsePolicy(user, USER), parsePolicy(project, PROJECT)], DOCKER).map(
    ({ key }) => key,
  );

describe("wideningsOf", () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ enabled: true, docker: false }, []],
    [{ enabled: false }, ["enabled"]],
    [{ docker: true }, ["docker"]],
    [{ engine: "bwrap" }, ["engine"]],
    [{ engine: "auto" }, ["engine"]],
    [{ engine: "docker" }, []],
    [{ engine: "virtual" }, []],
    [
      { environment: { inherit: "all", "filter-secrets": false } },
      ["environment.inherit", "environment.filter-secrets"],
    ],
    [{ environment: { inherit: "none", block: ["A"], set: { A: "1" } } }, []],
    [{ environment: { allow: ["A", "B"] } }, ["environment.allow[0]", "environment.allow[1]"]],
    [{ network: true }, ["network.external"]],
    [{ network: false }, []],
    [{ network: { "allow-external": true } }, ["network.external"]],
    [
      { network: { domains: ["github.com", "a.example", "x.githubusercontent.com"] } },
      ["network.domains[1]"],
    ],
    [
      { network: { domains: [], ports: [443, 8443], dns: ["192.0.2.1"] } },
      ["network.ports[1]", "network.dns[0]"],
    ],
    [{ container: { network: "other", memory: "1g" } }, ["container.network"]],
    [{ container: { image: "their/image:1", "base-tag": "old" } }, ["container.image"]],
    [{ container: { ports: [8080] } }, ["container.ports[0]"]],
    [{ container: { pids: 64, cpus: 1, "on-lost-mount": "stop" } }, []],
    [
      { container: { pids: 4097, "on-lost-mount": "warn" } },
      ["container.pids", "container.on-lost-mount"],
    ],
    [
      { filesystem: { ro: ["vendor", "~/.config"], rw: ["src", "../other", "/srv"] } },
      ["filesystem.ro[1]", "filesystem.rw[1]", "filesystem.rw[2]"],
    ],
    [{ filesystem: { exclude: ["~"], "blocked-patterns": ["*"], protected: ["a"] } }, []],
    [{ filesystem: { base: "host", root: ".." } }, ["filesystem.base", "filesystem.root"]],
    [{ filesystem: { base: "empty", root: "packages/a" } }, []],
    [
      { filesystem: { "allowed-patterns": [".env.example", ".env"] } },
      ["filesystem.allowed-patterns[1]"],
    ],
    [{ filesystem: { presets: ["@git-strict", "!@base"] } }, ["filesystem.presets[1]"]],
    [
      { commands: { rm: false, git: "@git", npm: true, curl: "x.sh" } },
      ["commands.npm", "commands.curl"],
    ],
    [{ tools: { deny: ["Write"] } }, []],
    [
      { tools: { allow: ["Write"], "enforce-agent-permissions": false } },
      ["tools.enforce-agent-permissions", "tools.allow"],
    ],
  ])("of %j are %j", (value, expected) => {
    expect(keys(value)).toEqual(expected);
  });

  it("say what they give, and where it is written", () => {
    const layer = parsePolicy({ docker: true }, PROJECT);
    expect(wideningsOf([layer], DOCKER)).toEqual([
      {
        key: "docker",
        what: "reaches the Docker daemon, and by it all of this machine",
        source: { layer: "project", file: "/p.json", key: "docker", line: undefined },
      },
    ]);
  });

  it.each<[object, object, readonly string[]]>([
    // What the user has closed.
    [{ network: false }, { network: { external: "domains" } }, ["network.external"]],
    [{ network: { git: false } }, { network: { git: true } }, ["network.git"]],
    [{ network: { git: false } }, { network: { domains: ["github.com"] } }, ["network.domains[0]"]],
    [{ network: { domains: [] } }, { network: { domains: ["sentry.io"] } }, ["network.domains[0]"]],
    [{ network: { ports: [] } }, { network: { ports: [443] } }, ["network.ports[0]"]],
    [{ network: { domains: [] } }, { network: { git: true } }, ["network.git"]],
    [
      { network: { domains: [] } },
      { network: { domains: ["github.com"] } },
      ["network.domains[0]"],
    ],
    [
      { filesystem: { exclude: ["private"], ro: ["vendor"] } },
      { filesystem: { rw: ["private/x", "vendor", "src"], ro: ["private", "docs"] } },
      ["filesystem.ro[0]", "filesystem.rw[0]", "filesystem.rw[1]"],
    ],
    [
      { filesystem: { exclude: ["dumps/*.sql"] } },
      { filesystem: { rw: ["dumps/a*"], ro: ["x"] } },
      ["filesystem.rw[0]"],
    ],
    [{ filesystem: { ro: ["vendor"] } }, { filesystem: { ro: [] } }, ["filesystem.ro"]],
    [
      { filesystem: { presets: ["@lint/ts"] } },
      {
        filesystem: { rw: ["src", "tsconfig.json", "tsconfig.*.json", "eslint.config.js", "a/b"] },
      },
      ["filesystem.rw[1]", "filesystem.rw[2]", "filesystem.rw[3]"],
    ],
    [{ filesystem: { presets: ["@lint/ts"] } }, { filesystem: { ro: [] } }, []],
    [
      { filesystem: { presets: ["@lint/ts", "!@lint/ts"] } },
      { filesystem: { rw: ["tsconfig.json"] } },
      [],
    ],
    [{ filesystem: { presets: ["@base"] } }, { filesystem: { rw: ["src"] } }, []],
    [
      { filesystem: { exclude: ["dumps/*.sql"], ro: ["vendor"] } },
      { filesystem: { rw: [".", "dumps", "dumps/a.sql", "dumps/a.txt", "vendor*"] } },
      ["filesystem.rw[2]", "filesystem.rw[4]"],
    ],
    [{ audit: { level: "all" } }, { audit: { level: "blocked" } }, ["audit.level"]],
    [{}, { audit: { level: "blocked" } }, []],
    [{ commands: { git: false } }, { commands: { git: "@git" } }, ["commands.git"]],
    [{ commands: { curl: "x.sh" } }, { commands: { curl: "x.sh", rm: false } }, []],
    [
      { environment: { inherit: "none" } },
      { environment: { inherit: "core" } },
      ["environment.inherit"],
    ],
    [{ container: { pids: 100 } }, { container: { pids: 101 } }, ["container.pids"]],
    [
      { container: { memory: "1g", cpus: 1 } },
      { container: { memory: "2g", cpus: 2 } },
      ["container.memory", "container.cpus"],
    ],
    [{ engine: "virtual" }, { engine: "docker" }, ["engine"]],
    [{ engine: "auto" }, { engine: "bwrap" }, ["engine"]],
    // What the user has opened.
    [{ engine: "auto" }, { engine: "docker" }, []],
    [{ engine: "bwrap" }, { engine: "auto" }, []],
    [{ engine: "bwrap" }, { engine: "bwrap" }, []],
    [{ engine: "docker", locked: ["engine"] }, { engine: "bwrap" }, []],
    [{ docker: true }, { docker: true }, []],
    [{ network: { domains: ["*.a.example"] } }, { network: { domains: ["x.a.example"] } }, []],
    [{ network: { ports: [8443] } }, { network: { ports: [8443, 22] } }, ["network.ports[1]"]],
    [
      { environment: { allow: ["A"] } },
      { environment: { allow: ["A", "B"] } },
      ["environment.allow[1]"],
    ],
    [{ container: { ports: [8080] } }, { container: { ports: ["8080:8080"] } }, []],
    [{ container: { image: "mine" } }, { container: { image: "mine" } }, []],
    [{ container: { image: "mine" } }, { container: { image: "theirs" } }, ["container.image"]],
    [{ filesystem: { rw: ["~/a"] } }, { filesystem: { rw: ["~/a", "~/b"] } }, ["filesystem.rw[1]"]],
    [{ filesystem: { ro: ["~/a"] } }, { filesystem: { rw: ["~/a"] } }, ["filesystem.rw[0]"]],
    // What the user has locked has no effect.
    [
      { locked: ["container", "network.domains"] },
      { container: { image: "x" }, network: { domains: ["a.example"] } },
      [],
    ],
  ])("beside a user's %j those of %j are %j", (user, project, expected) => {
    expect(keys(project, user)).toEqual(expected);
  });

  it("are none without a project", () => {
    expect(wideningsOf([parsePolicy({ docker: true }, USER)], DOCKER)).toEqual([]);
  });
});
