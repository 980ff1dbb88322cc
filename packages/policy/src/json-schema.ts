import * as z from "zod/mini";
import { policySchema } from "./schema/policy-schema.ts";
import { toKebab } from "./source.ts";

/** The JSON Schema of a config file, for editors; keys in kebab-case. */
export function policyJsonSchema(): Readonly<Record<string, unknown>> {
  // draft-07 is the newest that VS Code and most YAML editors follow in full.
  const { $schema, ...schema } = z.toJSONSchema(policySchema(), {
    io: "input",
    target: "draft-07",
    override: ({ zodSchema, jsonSchema }) => {
      // zod drops the examples of what it transforms; these are examples of what people write.
      const examples = z.globalRegistry.get(zodSchema)?.["examples"];
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      if (jsonSchema.properties === undefined) return;
      jsonSchema.properties = Object.fromEntries(
        Object.entries(jsonSchema.properties).map(([key, value]) => [toKebab(key), value]),
      );
    },
  });
  return { $schema, title: "agent-sandbox", ...schema };
}
