import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parseJsonc } from "../../src/config/parse-jsonc.ts";
import { parseLayer } from "../../src/config/parse-layer.ts";

const file = join(import.meta.dirname, "../../../../templates/config.jsonc");
const schemaFile = join(file, "../config.schema.json");

const policyOf = (text: string): Record<string, object> =>
  parseLayer(parseJsonc(text, file).value, { layer: "project", file }).policy as Record<
    string,
    object
  >;

describe("templates/config.jsonc", () => {
  it("says nothing as it stands", async () => {
    const policy = policyOf(await readFile(file, "utf8"));
    const { $schema, ...sections } = policy;
    expect($schema).toBe("./config.schema.json");
    expect(Object.values(sections).every((section) => Object.keys(section).length === 0)).toBe(
      true,
    );
  });

  it("shows every key of the schema, each of them valid once it is uncommented", async () => {
    const text = await readFile(file, "utf8");
    const uncommented = text.replace(/^(\s*)\/\/ (?=["}\]])/gm, "$1");
    const sections = parseJsonc(uncommented, file).value as Record<string, object>;
    expect(() => policyOf(uncommented)).not.toThrow();
    const keys = keysOf(await schemaSections());
    // Another way to write the keys that are shown.
    expect(keysOf(sections)).toEqual(keys.filter((key) => !key.startsWith("network.allow-")));
  });
});

function keysOf(sections: Readonly<Record<string, object>>): readonly string[] {
  return (
    Object.entries(sections)
      // What is a value by itself has no keys.
      .filter(([section, keys]) => section !== "$schema" && typeof keys === "object")
      .flatMap(([section, keys]) => Object.keys(keys).map((key) => `${section}.${key}`))
      .sort()
  );
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

async function schemaSections(): Promise<Readonly<Record<string, object>>> {
  const { properties = {} } = JSON.parse(await readFile(schemaFile, "utf8")) as Schema;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const object = schema.anyOf?.find((branch) => branch.properties) ?? schema;
      return [name, object.properties ?? {}];
    }),
  );
}
