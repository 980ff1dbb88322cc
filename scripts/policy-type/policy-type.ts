import { toCamel } from "@agent-sandbox/policy";

/** As much of a JSON Schema as the policy's own has. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly required?: readonly string[];
}

const HEAD = `// Written by scripts/generate.ts from the schema of the configuration.
`;

/** Pure: the type of a policy as a program writes it, with what the schema says of each key. */
export function policyType({ properties = {} }: Schema): string {
  const sections = Object.entries(properties).filter(([key]) => key !== "$schema");
  return `${HEAD}/** A policy, as a configuration file has it, with the keys in camelCase. */
export interface Policy ${objectType({ properties: Object.fromEntries(sections) })}
`;
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return types.map((type) => simpleType(type, schema)).join(" | ");
}

function simpleType(type: string, schema: Schema): string {
  switch (type) {
    case "boolean":
    case "string":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case "object":
      return objectType(schema);
    default:
      throw new TypeError(`the schema has a type that is not known here: ${type}`);
  }
}

function objectType({ properties, additionalProperties, required = [] }: Schema): string {
  if (properties === undefined) {
    const value = additionalProperties === false ? {} : (additionalProperties ?? {});
    return `Readonly<Record<string, ${typeOf(value)}>>`;
  }
  const lines = Object.entries(properties).map(([key, schema]) => {
    const about = schema.description === undefined ? "" : `/** ${schema.description} */\n`;
    const optional = required.includes(key) ? "" : "?";
    return `${about}readonly ${toCamel(key)}${optional}: ${typeOf(schema)};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}
