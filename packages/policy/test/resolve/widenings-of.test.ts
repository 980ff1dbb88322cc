import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../../src/parse-policy.ts";
import { wideningsOf } from "../../src/resolve/widenings-of.ts";
import { DOCKER } from "../support/contexts.ts";

const keys = (value: unknown) =>
  wideningsOf(parsePolicy(value, { layer: "project", file: "/p.json" }), DOCKER).map(
    ({ key }) => key,
  );

describe("wideningsOf", () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ enabled: true, docker: false }, []],
    [{ enabled: false }, ["enabled"]],
    [{ docker: true }, ["docker"]],
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
    [
      { audit: { path: "/x", "keep-days": 1, "max-size": 1, level: "all" } },
      ["audit.path", "audit.keep-days", "audit.max-size"],
    ],
  ])("of %j are %j", (value, expected) => {
    expect(keys(value)).toEqual(expected);
  });

  it("say what they give, and where it is written", () => {
    const layer = parsePolicy({ docker: true }, { layer: "project", file: "/p.json" });
    expect(wideningsOf(layer, DOCKER)).toEqual([
      {
        key: "docker",
        what: "reaches the Docker daemon, and by it all of this machine",
        source: { layer: "project", file: "/p.json", key: "docker", line: undefined },
      },
    ]);
  });
});
