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

  const caller = {
    ...{
      EDITOR: "vi",
      MY_FLAG: "1",
      FORCE_COLOR: "1",
      MONKEY: "1",
      API_KEY: "x",
      A_URL: "x://a:b@c",
    },
    ...{ PATH: "/x", HOME: "/x", LC_ALL: "C", SSL_CERT_FILE: "/x", AGENT_SANDBOX_REAL: "/x" },
    ...{ LD_PRELOAD: "/x", NODE_OPTIONS: "-r x", BASH_ENV: "/x", GIT_CONFIG_COUNT: "1" },
    "BASH_FUNC_ls%%": "() { :; }",
  };
  const names = (environment: unknown) =>
    planVariables(resolved({ environment }), caller).allowedVariables;

  it("are all of the caller's but secrets, what steers programs and what is the image's", () => {
    const core = planVariables(resolved({})).allowedVariables;
    expect(core).toContain("FORCE_COLOR");
    const more = names({ inherit: "all" }).filter((name) => !core.includes(name));
    expect(more).toEqual(["MY_FLAG", "MONKEY"]);
    expect(names({ inherit: "all", block: ["M*", "FORCE_*"] }).toSorted()).toEqual(
      core.filter((name) => name !== "FORCE_COLOR").toSorted(),
    );
    expect(names({ inherit: "all", allow: ["NODE_OPTIONS", "API_KEY"] })).toEqual(
      expect.arrayContaining(["NODE_OPTIONS", "API_KEY"]),
    );
    expect(names({ inherit: "all", "filter-secrets": false })).toEqual(
      expect.arrayContaining(["API_KEY", "A_URL"]),
    );
  });

  it("have what is set in place of what is inherited, and what is named in place of both", () => {
    const environment = { inherit: "all", set: { TZ: "UTC", MY_FLAG: "2", API_KEY: "" } };
    expect(names(environment)).not.toEqual(expect.arrayContaining(["TZ"]));
    expect(names(environment)).not.toEqual(expect.arrayContaining(["MY_FLAG"]));
    expect(names({ ...environment, allow: ["API_KEY"] })).toContain("API_KEY");
  });

  it("are the named ones alone where nothing is inherited", () => {
    const environment = { inherit: "none", allow: ["API_KEY"], set: { B: "2" } };
    expect(names(environment)).toEqual(["API_KEY"]);
    expect(planVariables(resolved({ environment })).environment).toEqual({ B: "2" });
  });
});
