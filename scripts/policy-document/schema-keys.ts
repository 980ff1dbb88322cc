import { policyJsonSchema } from "@agent-sandbox/policy";

/** What the documents need of a JSON Schema. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** A key as files spell it, `filesystem.ro`. */
export interface SchemaKey {
  readonly key: string;
  readonly node: SchemaNode;
}

/** The keys of the document, each with those in it; what is in lists is not among them. */
export function schemaSections(): readonly (SchemaKey & { readonly keys: readonly SchemaKey[] })[] {
  const schema = policyJsonSchema() as SchemaNode;
  return Object.entries(schema.properties ?? {}).map(([key, node]) => ({
    key,
    node,
    keys: Object.entries(propertiesOf(node)).map(([name, inner]) => ({
      key: `${key}.${name}`,
      node: inner,
    })),
  }));
}

/** A section may have a short form beside the object. */
function propertiesOf({ properties, anyOf = [] }: SchemaNode): NonNullable<typeof properties> {
  return properties ?? anyOf.find((form) => form.properties !== undefined)?.properties ?? {};
}
