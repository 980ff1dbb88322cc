import { describe, expect, it } from "@jest/globals";
import { planVariables } from "../../src/plan/plan-variables.ts";
import { resolved } from "../support/resolved.ts";

describe("the variables of commands", () => {
  it("are those that are named, secrets or not, without the blocked ones", () => {
    const environment = {
      allow: ["API_KEY", "AWS_PROFILE"],
      set: { A: "1", AWS_REGION: "x" },
      block: ["AWS_*"],
    };
    const { environment: set, allowedVariables } = planVariables(resolved({ environment }));
    expect(set).toEqual({ A: "1" });
    expect(allowedVariables).toContain("API_KEY");
    expect(allowedVariables).not.toContain("AWS_PROFILE");
  });
});
