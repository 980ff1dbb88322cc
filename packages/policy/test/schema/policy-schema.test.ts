import { describe, expect, it } from "@jest/globals";
import { knownKeys, policySchema } from "../../src/schema/policy-schema.ts";

describe("policySchema", () => {
  it("has all sections where it is not told which", () => {
    const document = { network: { external: "none" }, container: { image: "x" } };
    expect(policySchema().parse(document)).toEqual(document);
  });

  it("makes only the sections that are given", () => {
    const schema = policySchema(["container"]);
    expect(schema.safeParse({ container: { image: "x" } }).success).toBe(true);
    expect(schema.safeParse({ network: {} }).success).toBe(false);
  });

  it("makes a section once", () => {
    const [one, other] = [policySchema(["container"]), policySchema(["container", "network"])];
    expect(one.shape.container.def.innerType).toBe(other.shape.container.def.innerType);
  });
});

describe("knownKeys", () => {
  it("knows the document's sections", () => {
    expect(knownKeys("")).toEqual(Object.keys(policySchema().shape));
  });

  it("knows the keys of every section", () => {
    const without = knownKeys("").filter((section) => knownKeys(section).length === 0);
    expect(without).toEqual([
      "$schema",
      "enabled",
      "engine",
      "commands",
      "docker",
      "nested",
      "tests",
      "locked",
    ]);
    expect(knownKeys("network")).toContain("deniedDomains");
  });

  it.each(["netwrok", "container.ports.0", "constructor", "__proto__"])(
    "knows none of %s",
    (key) => {
      expect(knownKeys(key)).toEqual([]);
    },
  );
});
