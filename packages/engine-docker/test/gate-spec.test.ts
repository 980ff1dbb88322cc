import { describe, expect, it } from "@jest/globals";

import { type GateRequest, toGateOptions } from "../src/gate-spec.ts";
import { branchPlan } from "./sandbox-plan.ts";

const request: GateRequest = {
  plan: branchPlan(),
  repository: {
    gitDir: "/home/ann/shop/.git",
    commonGitDir: undefined,
    hooksPath: undefined,
  },
};

describe("toGateOptions", () => {
  it("bounds the memory of what a pack unfolds to, with no swap besides", () => {
    const { HostConfig } = toGateOptions(request, { hooksAreThere: false, locks: "/state" });
    expect(HostConfig).toMatchObject({ Memory: 1024 ** 3, MemorySwap: 1024 ** 3, PidsLimit: 512 });
  });

  it("tells whose workspace it is for", () => {
    const { hash, path } = request.plan.workspace;
    expect(toGateOptions(request, { hooksAreThere: false, locks: "/state" }).Labels).toMatchObject({
      ...{ "agent-sandbox.gate": hash, "agent-sandbox.workspace": path },
    });
  });
});
