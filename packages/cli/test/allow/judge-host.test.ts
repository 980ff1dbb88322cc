import { SandboxError } from "@agent-sandbox/core";
import { parsePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";

import { judgeHost } from "../../src/allow/judge-host.ts";
import { dockerPolicy } from "../../src/load-policy.ts";

const network = (written: unknown) => {
  const source = { layer: "user", file: "/home/me/config.json" } as const;
  return dockerPolicy([parsePolicy({ network: written }, source)], "/w", { home: "/home/me" })
    .network;
};

const denied = { "denied-domains": ["bad.example", "*.evil.example"] };

const failure = (name: string, written: unknown) => {
  try {
    judgeHost(name, network(written));
  } catch (error) {
    if (error instanceof SandboxError) return error;
  }
  throw new Error("It was allowed");
};

describe("judgeHost", () => {
  it("allows what no rule denies", () => {
    expect(judgeHost("new.example", network(denied))).toEqual([]);
    expect(judgeHost("evil.example", network(denied))).toEqual([]);
  });

  it("names the denials within a wildcard", () => {
    const within = judgeHost("*.example", network(denied));
    expect(new Set(within)).toEqual(new Set(["bad.example", "*.evil.example"]));
  });

  it.each(["bad.example", "x.evil.example", "*.evil.example", "*.x.evil.example"])(
    "refuses %s, and says where it is denied",
    (name) => {
      const { code, message, hint } = failure(name, denied);
      expect(code).toBe("POLICY_DENIED");
      expect(message).toContain("which is denied");
      expect(hint).toContain("/home/me/config.json");
    },
  );

  it("refuses everything where the network is closed", () => {
    expect(failure("new.example", false)).toMatchObject({
      code: "POLICY_DENIED",
      message: 'Cannot open "new.example": the network is closed',
    });
  });
});
