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
    expect(planVariables(resolved({ environment }))).toEqual({
      environment: { A: "1" },
      allowedVariables: ["API_KEY"],
    });
  });
});
