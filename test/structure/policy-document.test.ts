import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";
import { policyJsonSchema } from "@agent-sandbox/policy";

import { copyTree, REPOSITORY } from "./tree-copy.ts";

const NAME = "docs/policy.md";
const DOCUMENT = readFileSync(join(REPOSITORY, NAME), "utf8");

/** What the check says where the document has this text. */
async function checked(text: string): Promise<string> {
  await using tree = await copyTree();
  await tree.plant(NAME, text);
  const argv = [join(tree.root, "scripts/generate.ts"), "--check"];
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  // The copy lacks what else is written from the schema.
  expect(status).toBe(1);
  return stderr;
}

describe("docs/policy.md", () => {
  it("has a heading for every key of the schema", () => {
    const { properties } = policyJsonSchema() as { readonly properties: object };
    const sections = Object.keys(properties);
    const headings = [...DOCUMENT.matchAll(/^#+ `(.+)`$/gm)].map(([, key = ""]) => key);
    expect(headings.filter((key) => !key.includes("."))).toEqual(sections);
    expect(headings.length).toBeGreaterThan(50);
  });

  it("is out of date once it says something else of a key than the schema", async () => {
    expect(await checked(DOCUMENT)).not.toContain(NAME);
    const stale = DOCUMENT.replace("- **Default**: `4096`", "- **Default**: `512`");
    expect(await checked(stale)).toContain(`${NAME} is out of date`);
  });

  it("keeps the words that people wrote around the keys", async () => {
    const reworded = DOCUMENT.replace("# The policy\n", "# The policy\n\nA sentence.\n");
    expect(await checked(reworded)).not.toContain(NAME);
  });

  it("cannot be written where the places of the keys are gone", async () => {
    const unmarked = DOCUMENT.replace("<!-- end of keys -->", "");
    expect(await checked(unmarked)).toContain('The document has no part "keys"');
  });
});
