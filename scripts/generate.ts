// Writes what is derived from the policy package and from the tables of the virtual shell; with --check only says whether it is up to date.
// Run by people after a change of the schema or the defaults, and by `npm run check`.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DEFAULTS, GIT_HOSTS, policyJsonSchema } from "@agent-sandbox/policy";
import { format } from "prettier";
import { gitScript } from "./git-wrapper/git-script.ts";
import { PROFILE_TEXTS } from "./git-wrapper/profile-text.ts";
import { policyDocument } from "./policy-document/policy-document.ts";
import { policyType } from "./policy-type/policy-type.ts";
import { shellDocument } from "./shell-document/shell-document.ts";

const root = join(import.meta.dirname, "..");

const files: Readonly<Record<string, (there: string) => string | Promise<string>>> = {
  "templates/config.schema.json": () =>
    format(JSON.stringify(policyJsonSchema()), { parser: "json", printWidth: 100 }),
  "base-image/allowed-hosts": () =>
    [
      "# Hosts that are open unless the policy says otherwise. Written by scripts/generate.ts.",
      ...DEFAULTS.network.domains,
      ...GIT_HOSTS,
      "",
    ].join("\n"),
  [PROFILE_TEXTS["@git-guard"].file]: () => gitScript("@git-guard"),
  [PROFILE_TEXTS["@git"].file]: () => gitScript("@git"),
  "packages/cli/src/library/policy.ts": () =>
    format(policyType(policyJsonSchema()), { parser: "typescript", printWidth: 100 }),
  // Its introduction is written by hand.
  "docs/policy.md": (there) =>
    format(policyDocument(there), { parser: "markdown", printWidth: 100 }),
  "docs/shell.md": async (there) => {
    const file = join(root, "test/fixtures/virtual/known-differences.json");
    const document = shellDocument(there, await readFile(file, "utf8"));
    return await format(document, { parser: "markdown", printWidth: 100 });
  },
};

const check = process.argv.includes("--check");

for (const [name, generate] of Object.entries(files)) {
  const file = join(root, name);
  const there = await readFile(file, "utf8").catch(() => "");
  const wanted = await generate(there);
  if (wanted === there) continue;
  if (check) {
    process.stderr.write(`${name} is out of date; write it again: node scripts/generate.ts\n`);
    process.exitCode = 1;
  } else {
    await writeFile(file, wanted);
    process.stdout.write(`Wrote ${name}\n`);
  }
}
