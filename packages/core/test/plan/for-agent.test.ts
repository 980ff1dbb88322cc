import { describe, expect, it } from "@jest/globals";
import { planSandbox } from "../../src/plan/plan-sandbox.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const branch = { name: "feat", key: "feat" };

function plan(readOnly: boolean, on?: typeof branch) {
  const policy = resolved({ container: { ports: ["8080:80"] } });
  const agent = { name: "reviewer", readOnly };
  return planSandbox({ policy, facts: hostFacts(), repoImage: "shop:1", branch: on, agent });
}

describe("the plan of a named agent", () => {
  it.each([undefined, branch])("can write nothing where the agent may write nothing: %j", (on) => {
    const { mounts, agent } = plan(true, on);
    expect(agent).toEqual({ name: "reviewer", readOnly: true });
    expect(mounts.length).toBeGreaterThan(2);
    expect(mounts.filter(({ mode }) => mode === "rw")).toEqual([]);
  });

  it("is that of any other sandbox where it may", () => {
    const { mounts, workdir } = plan(false);
    expect(mounts).toContainEqual(expect.objectContaining({ target: workdir, mode: "rw" }));
  });

  it("publishes no ports: the sandbox that people enter has them", () => {
    expect(plan(false).network.published).toEqual([]);
  });
});
