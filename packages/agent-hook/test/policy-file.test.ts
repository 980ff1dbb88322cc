import { policyFile } from "@agent-sandbox/agent-hook";
import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { expect, it } from "@jest/globals";

import { parsePolicyFile } from "../src/policy-file.ts";

function policyOf(config: unknown, line: number) {
  const file = "/home/ann/shop/.agent-sandbox/config.json";
  const lines = new Map([["tools.deny[0]", line]]);
  return resolvePolicy([parsePolicy(config, { layer: "project", file, lines })], {
    ...{ engine: "docker", workspace: "/workspace", home: "/home/node", temp: "/tmp" },
  });
}

const config = { tools: { deny: ["WebSearch"] }, environment: { set: { API: "abc-4711" } } };

it("holds what calls are judged by, without variables and the host's files", () => {
  const policy = policyOf(config, 3);
  const text = policyFile(policy);
  expect(text).toMatch(/^[^\n]*\n$/);
  expect(text).not.toMatch(/abc-4711|API|ann/);
  const { filesystem, network, commands, tools } = policy;
  const source = { layer: "project", key: "tools.deny[0]" };
  expect(parsePolicyFile(text).policy).toEqual({
    ...JSON.parse(JSON.stringify({ filesystem, network, commands })),
    audit: { level: { value: "blocked", source: { layer: "defaults", key: "audit.level" } } },
    tools: { ...tools, deny: [{ value: "WebSearch", source }] },
  });
});

it("is the same wherever the rules are written", () => {
  expect(policyFile(policyOf(config, 3))).toBe(policyFile(policyOf(config, 9)));
  expect(policyFile(policyOf(config, 3))).toBe(policyFile(policyOf({ tools: config.tools }, 3)));
  expect(policyFile(policyOf(config, 3))).not.toBe(policyFile(policyOf({}, 3)));
});

it("of a named agent has a form of its own, which says its name", () => {
  const text = policyFile(policyOf(config, 3), "code-architect");
  expect(parsePolicyFile(text)).toMatchObject({ agent: "code-architect" });
  expect(JSON.parse(text)).toMatchObject({ version: 2 });
  expect(JSON.parse(policyFile(policyOf(config, 3)))).toMatchObject({ version: 1 });
  expect(() => parsePolicyFile(text.replace('"code-architect"', "7"))).toThrow("names no agent");
  expect(() => parsePolicyFile(text.replace('"version":2', '"version":3'))).toThrow(
    "another version",
  );
});
