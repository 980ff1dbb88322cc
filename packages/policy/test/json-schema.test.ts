import { describe, expect, it } from "@jest/globals";
import { policyJsonSchema } from "../src/json-schema.ts";

describe("policyJsonSchema", () => {
  const schema = policyJsonSchema();

  it("writes keys as files do", () => {
    expect(schema).toHaveProperty(["properties", "container", "properties", "on-lost-mount"]);
    expect(JSON.stringify(schema)).not.toContain("onLostMount");
  });

  it("lets a document name its schema and nothing unknown", () => {
    expect(schema).toHaveProperty(["properties", "$schema", "type"], "string");
    expect(schema).toHaveProperty("additionalProperties", false);
  });

  it("describes every key", () => {
    const undescribed: string[] = [];
    collectUndescribed(schema, "", undescribed);
    expect(undescribed).toEqual([]);
  });

  it("keeps the examples of values that are parsed further", () => {
    expect(schema).toHaveProperty(
      ["properties", "container", "properties", "memory", "examples"],
      ["4g"],
    );
  });
});

function collectUndescribed(node: unknown, path: string, found: string[]): void {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "properties") {
      for (const [name, property] of Object.entries(value as Record<string, object>)) {
        if (!("description" in property)) found.push(`${path}.${name}`);
      }
    }
    collectUndescribed(value, `${path}.${key}`, found);
  }
}
