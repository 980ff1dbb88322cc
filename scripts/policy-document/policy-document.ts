import { withPart } from "../document-part.ts";
import { keySection } from "./key-section.ts";
import { presetsSection } from "./presets-section.ts";
import { schemaSections } from "./schema-keys.ts";

/** The document with what stands between its marks written anew; the rest is people's. */
export function policyDocument(document: string): string {
  const sections = schemaSections().flatMap((section) => [
    keySection(section, "###"),
    ...section.keys.map((key) => keySection(key, "####")),
  ]);
  return withPart(withPart(document, "presets", presetsSection()), "keys", sections.join("\n\n"));
}
