import { policyFile } from "@agent-sandbox/agent-hook";
import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { expect, it } from "@jest/globals";

import { parsePolicyFile } from "../src/policy-file.ts";

const policy = resolvePolicy(
  [parsePolicy({ environment: { set: { API: "abc-4711" } } }, { layer: "project" })],
  { engine: "docker", workspace: "/workspace", home: "/home/node", temp: "/tmp" },
);

it("holds the policy, without the values of variables", () => {
  const text = policyFile(policy);
  expect(text).not.toContain("abc-4711");
  expect(text).toMatch(/^[^\n]*\n$/);
  expect(parsePolicyFile(text)).toEqual({
    ...policy,
    environment: {
      ...policy.environment,
      set: policy.environment.set.map((one) => ({ ...one, value: "" })),
    },
  });
});
