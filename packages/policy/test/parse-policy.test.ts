import { describe, expect, it } from "@jest/globals";
import { parsePolicy } from "../src/parse-policy.ts";
import { PolicyError } from "../src/policy-error.ts";

function parsed(value: unknown): unknown {
  return parsePolicy(value, { layer: "project" }).policy;
}

function failure(value: unknown, lines?: ReadonlyMap<string, number>): PolicyError {
  try {
    parsePolicy(value, { layer: "project", ...(lines && { lines }) });
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

describe("parsePolicy", () => {
  it("takes an empty document and one that only names its schema", () => {
    expect(parsed({})).toEqual({});
    expect(parsed({ $schema: "./config.schema.json" })).toBeDefined();
  });

  it("brings kebab-case and camelCase to the same form", () => {
    const kebab = { network: { "denied-domains": ["a.example"] }, container: { "base-tag": "x" } };
    const camel = { network: { deniedDomains: ["a.example"] }, container: { baseTag: "x" } };
    expect(parsed(kebab)).toEqual(camel);
    expect(parsed(camel)).toEqual(camel);
  });

  it("leaves the names of variables as they are", () => {
    const policy = { environment: { set: { my_Var: "1", baseTag: "2" } } };
    expect(parsed(policy)).toEqual(policy);
  });

  it("refuses one key in two spellings", () => {
    const error = failure({ container: { "base-tag": "a", baseTag: "b" } });
    expect(error).toMatchObject({ key: "container.baseTag" });
    expect(error.message).toContain("two spellings");
  });

  it.each([
    [true, "all"],
    [false, "none"],
  ])("brings network: %j to its one normal form", (network, external) => {
    expect(parsed({ network })).toEqual({ network: { external } });
  });

  it.each([
    [{ netwrok: true }, "netwrok", 'Did you mean "network"?'],
    [{ container: { image: "x" }, netwrok: true }, "netwrok", 'Did you mean "network"?'],
    [{ constructor: {} }, "constructor", "Known keys here are enabled, engine, filesystem"],
    [{ network: { domians: [] } }, "network.domians", 'Did you mean "domains"?'],
    [{ network: { deniedDomain: [] } }, "network.deniedDomain", 'Did you mean "denied-domains"?'],
    [{ container: { volumes: 1 } }, "container.volumes", "Known keys here are base-tag, image"],
  ])("refuses the unknown key in %j by its full path", (value, key, hint) => {
    const error = failure(value);
    expect(error).toMatchObject({ key, message: "unknown key" });
    expect(error.hint).toContain(hint);
  });

  it.each([
    [[], "", "must be an object, not a list"],
    ["x", "", 'must be an object, not "x"'],
    [{ network: 5 }, "network", "must be true or false or an object, not 5"],
    [{ network: null }, "network", "must be true or false or an object, not nothing"],
    [{ network: { domains: "x" } }, "network.domains", 'must be a list, not "x"'],
    [{ network: { external: "some" } }, "network.external", '"some" is not one of "none"'],
    [{ network: { ports: [443, 70_000] } }, "network.ports[1]", "must be at most 65535"],
    [{ network: { ports: [53] } }, "network.ports[0]", "own resolver"],
    [{ network: { "denied-domains": ["a/b"] } }, "network.denied-domains[0]", "has a path"],
    [{ container: { ports: [true] } }, "container.ports[0]", "must be a number or text, not true"],
    [{ container: { cpus: 0 } }, "container.cpus", "must be at least 0.01"],
    [{ container: { pids: 1.5 } }, "container.pids", "must be a whole number, not 1.5"],
    [{ container: { network: "host" } }, "container.network", "not a network of the sandbox's own"],
    [{ container: { "base-tag": "a b" } }, "container.base-tag", '"a b" is not an image tag'],
    [{ container: { image: "UPPER" } }, "container.image", '"UPPER" is not an image\'s name'],
    [{ environment: { allow: ["GITHUB_*"] } }, "environment.allow[0]", "is a pattern"],
    [{ environment: { allow: ["A", "PATH"] } }, "environment.allow[1]", "the sandbox has its own"],
    [{ environment: { allow: ["A=b"] } }, "environment.allow[0]", '"A=…" has a value'],
    [{ environment: { allow: ["A-B"] } }, "environment.allow[0]", "not the name of a variable"],
    [
      { environment: { allow: ["LD_PRELOAD"] } },
      "environment.allow[0]",
      "the sandbox's own set-up",
    ],
    [{ environment: { block: ["A B"] } }, "environment.block[0]", "not the name of a variable"],
    [{ filesystem: { ro: ["a/**"] } }, "filesystem.ro[0]", 'has "**"'],
    [{ filesystem: { exclude: ["a["] } }, "filesystem.exclude[0]", 'has a "[" without a "]"'],
    [{ filesystem: { rw: ["$HOME/x"] } }, "filesystem.rw[0]", "starts with a variable"],
    [{ filesystem: { rw: ["~ann/x"] } }, "filesystem.rw[0]", "another user's home"],
    [{ filesystem: { ro: [""] } }, "filesystem.ro[0]", "is empty"],
    [
      { filesystem: { "blocked-patterns": ["/etc"] } },
      "filesystem.blocked-patterns[0]",
      "starts with a slash",
    ],
    [{ filesystem: { base: "all" } }, "filesystem.base", '"all" is not one of "host"'],
    [{ commands: { "bin/rm": false } }, "commands", "not a command's name"],
    [{ commands: { rm: "@git" } }, "commands", 'rm: "@git" is for git alone'],
    [{ commands: { rm: "@rm" } }, "commands", 'rm: "@rm" is no preset'],
    [{ tools: { deny: ["Bash("] } }, "tools.deny[0]", "is not a tool's name"],
    [{ audit: { path: "records" } }, "audit.path", "relative to the workspace"],
    [{ virtual: { "command-timeout": "soon" } }, "virtual.command-timeout", "is not a time"],
    [{ virtual: { "max-file-size": "big" } }, "virtual.max-file-size", "not an amount of bytes"],
    [{ tests: [{ expect: "deny" }] }, "tests[0]", "asks for nothing"],
    [{ tests: [{ read: "a", write: "a", expect: "deny" }] }, "tests[0]", '"read" and "write"'],
    [{ tests: [{ connect: "a.example", expect: "deny" }] }, "tests[0]", "has no port"],
    [{ network: { external: "none", "allow-external": true } }, "network", "contradict"],
    [{ network: { git: true, "allow-git": false } }, "network", '"git" and "allow-git"'],
    [{ environment: { set: { PORT: 80 } } }, "environment.set.PORT", "must be text, not 80"],
    [{ environment: { set: { A: "\0" } } }, "environment.set", "NUL"],
  ])("refuses %j in a sentence that names the key", (value, key, message) => {
    const error = failure(value);
    expect(error.key).toBe(key);
    expect(error.message).toContain(message);
  });

  it("names the line of the wrong value, in either spelling", () => {
    const kebab = new Map([["container.on-lost-mount", 7]]);
    expect(failure({ container: { "on-lost-mount": "x" } }, kebab).line).toBe(7);
    const camel = new Map([["container.onLostMount", 8]]);
    expect(failure({ container: { onLostMount: "x" } }, camel).line).toBe(8);
  });

  it.each([
    "ghcr.io/team/image:1.2",
    "localhost:5000/a/b",
    "agent-sandbox-x",
    `a@sha256:${"0".repeat(64)}`,
  ])("takes the image %j", (image) => {
    expect(parsed({ container: { image } })).toEqual({ container: { image } });
  });

  it.each([
    [{ "allow-external": false }, { external: "domains" }],
    [{ "allow-external": true }, { external: "all" }],
    [
      { "allow-localhost": false, "allow-git": false },
      { localhost: false, git: false },
    ],
    [{ external: "all", "allow-external": true }, { external: "all" }],
  ])("brings the switches of network: %j to their one normal form", (written, network) => {
    expect(parsed({ network: written })).toEqual({ network });
  });

  it("brings sizes, times, commands and cases to theirs", () => {
    expect(
      parsed({
        commands: { rm: false, git: "@git", curl: "bin/curl.sh" },
        virtual: { "max-total-size": "1m", "command-timeout": 5 },
        tests: [{ connect: "a.example:443", expect: "allow" }],
      }),
    ).toEqual({
      commands: { rm: false, git: "@git", curl: { script: "bin/curl.sh" } },
      virtual: { maxTotalSize: 2 ** 20, commandTimeout: 5000 },
      tests: [{ operation: "connect", target: "a.example:443", expect: "allow" }],
    });
  });
});
