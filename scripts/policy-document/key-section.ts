import { toCamel } from "@agent-sandbox/policy";
import { isRefusedByDocker, widensBy } from "./ask-program.ts";
import { defaultWords } from "./default-words.ts";
import { code, codes, inWords, sentence } from "./markdown.ts";
import { sampleValues } from "./sample-values.ts";
import type { SchemaKey } from "./schema-keys.ts";
import { KEYS_BELOW, valueWords } from "./value-words.ts";

/** All that there is to say about one key. */
export function keySection(entry: SchemaKey, heading: "###" | "####"): string {
  return `${heading} \`${entry.key}\`\n\n${sentence(entry.node.description ?? "")}\n\n${facts(entry)}`;
}

function facts({ key, node }: SchemaKey): string {
  const samples = sampleValues(key, node);
  return [
    ["Value", valueWords(node)],
    ["Default", valueWords(node).includes(KEYS_BELOW) ? undefined : defaultWords(key)],
    ["Example", node.examples === undefined ? undefined : codes(node.examples)],
    ["Also written", camelForm(key)],
    ["Widens", widening(key, samples)],
    ["Docker engine", refusal(key, samples)],
    ...innerKeys(node.items ?? {}),
  ]
    .flatMap(([name = "", said]) => (said === undefined ? [] : [`- **${name}**: ${said}`]))
    .join("\n");
}

function camelForm(key: string): string | undefined {
  const name = key.split(".").at(-1) ?? "";
  return toCamel(name) === name ? undefined : `\`${toCamel(name)}\``;
}

/** One value for each kind of thing that the key can open. */
function widening(key: string, samples: readonly unknown[]): string | undefined {
  const found = samples.flatMap((value) => widensBy(key, value).map((what) => ({ value, what })));
  const kinds = Map.groupBy(found, ({ what }) => what.replaceAll(/"[^"]*"|\d+/g, "…"));
  const shown = [...kinds.values()].map(
    ([one]) => `${code(one?.value)} (what runs inside ${inWords(one?.what ?? "")})`,
  );
  return shown.length === 0 ? undefined : shown.join("; ");
}

function refusal(key: string, samples: readonly unknown[]): string | undefined {
  const refused = samples.filter((value) => isRefusedByDocker(key, value, "bind"));
  const onBranch = samples.filter(
    (value) => !refused.includes(value) && isRefusedByDocker(key, value, "branch"),
  );
  const said = [
    ...(refused.length > 0 ? [`refuses ${codes(refused)}`] : []),
    ...(onBranch.length > 0 ? [`with \`--branch\` refuses ${codes(onBranch)}`] : []),
  ];
  return said.length === 0 ? undefined : said.join("; ");
}

/** The keys of what is in a list, each a line. */
function innerKeys({ properties = {} }: SchemaKey["node"]): readonly (readonly string[])[] {
  return Object.entries(properties).map(([name, { description = "", ...node }]) => [
    `\`${name}\``,
    `${valueWords(node)}. ${sentence(description)}`,
  ]);
}
