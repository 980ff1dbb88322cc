import type { PolicyLayer } from "@agent-sandbox/policy";
import { parsePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";

import { ruledAgent } from "../../src/agent-run/agent-rules.ts";
import { dockerPolicy } from "../../src/load-policy.ts";

const file = "/home/ann/shop/.claude/agents/reviewer.md";
const resolve = (layers: readonly PolicyLayer[]) =>
  dockerPolicy(layers, "/home/ann/shop", { home: "/home/ann" });

interface Rules {
  readonly tools?: readonly string[];
  readonly denied?: readonly string[];
}

function ruled({ tools, denied = [] }: Rules, policy: unknown = {}) {
  const layers = [parsePolicy(policy, { layer: "user" })];
  return ruledAgent("reviewer", { file, tools, disallowedTools: denied }, { layers, resolve });
}

const ALL = ["Write", "Edit"];

describe("an agent's own rules", () => {
  it("are a layer of the policy, with its file as their source", () => {
    const { named, policy } = ruled({ tools: ["Read"], denied: ["Bash"] });
    expect(named).toMatchObject({ name: "reviewer", file });
    expect(policy.tools.narrowed).toMatchObject([{ value: "Read", source: { file } }]);
    expect(policy.tools.deny).toMatchObject([
      { value: "Bash", source: { file, key: "tools.deny[0]", layer: "flags" } },
    ]);
  });

  it.each<[Rules, object, boolean]>([
    [{}, {}, false],
    [{ denied: ALL }, {}, true],
    [{ denied: ["Write"] }, {}, false],
    [{ denied: ["Edit"] }, {}, false],
    [{ denied: ["Write", "Edit(*.md)"] }, {}, false],
    [{ denied: ["*"] }, {}, true],
    [{ tools: ["Read", "Bash"] }, {}, true],
    [{ tools: ["Read", "Write(docs/*)"] }, {}, false],
    [{ tools: [] }, {}, true],
    [{ tools: ["Write"], denied: ["Write"] }, {}, true],
    [{ tools: ["Write"] }, { allow: ["Read"] }, true],
    [{ denied: ["Write"] }, { deny: ["Edit"] }, true],
    [{}, { deny: ALL }, true],
    [{ denied: ALL }, { enforceAgentPermissions: false }, false],
  ])("%j under the tools %j leave nothing to write by: %j", (rules, tools, readOnly) => {
    expect(ruled(rules, { tools }).named.readOnly).toBe(readOnly);
  });

  it("do not count where the policy says so", () => {
    const own = { tools: { enforceAgentPermissions: false, deny: ["WebFetch"] } };
    const { named, policy } = ruled({ tools: ["Read"], denied: ALL }, own);
    expect(named.layers).toEqual([]);
    expect(policy.tools).not.toHaveProperty("narrowed");
    expect(policy.tools.deny).toMatchObject([{ value: "WebFetch" }]);
  });

  it("are refused, with their place, where one is none", () => {
    expect(() => ruled({ denied: ["Write Edit"] })).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: expect.stringContaining(`"${file}": tools.deny`) as unknown,
      }),
    );
  });
});
