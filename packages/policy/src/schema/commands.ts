import * as z from "zod/mini";
import { parseLiteralPath } from "../match/rule-path.ts";
import { madeOnce } from "./made-once.ts";
import { type Parsed, parsedBy } from "./refusal.ts";

type Written = boolean | "@git" | { readonly script: string };

/** What is blocked, and what runs in its place. */
function parseRule(written: boolean | string): Parsed<Written> {
  if (typeof written === "boolean") return { value: written };
  if (written === "@git") return { value: written };
  if (written.startsWith("@")) {
    return {
      refused: `${JSON.stringify(written)} is no preset for a command`,
      hint: 'The only one is "@git"',
    };
  }
  const path = parseLiteralPath(written);
  return "refused" in path ? path : { value: { script: path.value } };
}

function parseCommands(
  commands: Readonly<Record<string, boolean | string>>,
): Parsed<Readonly<Record<string, Written>>> {
  const rules: Record<string, Written> = {};
  for (const [name, written] of Object.entries(commands)) {
    const refusal = refuseName(name) ?? refuseUse(name, written);
    if (refusal !== undefined) return refusal;
    const rule = parseRule(written);
    if ("refused" in rule) return { ...rule, refused: `${name}: ${rule.refused}` };
    rules[name] = rule.value;
  }
  return { value: rules };
}

function refuseName(name: string) {
  if (/^[^\s/\0-\x1f\x7f*?[\]=]+$/.test(name) && !/^\.\.?$/.test(name)) return undefined;
  return {
    refused: `${JSON.stringify(name)} is not a command's name`,
    hint: "Write the name alone, without its directory",
  };
}

function refuseUse(name: string, written: boolean | string) {
  if (written !== "@git" || name === "git") return undefined;
  return { refused: `${name}: "@git" is for git alone`, hint: "Write true, false or a script" };
}

export const commandsSchema = madeOnce(() =>
  parsedBy(z.record(z.string(), z.union([z.boolean(), z.string()])), parseCommands).check(
    z.meta({
      description:
        'What a command does, by its name, wherever the program is: false blocks it, true lets it be, "@git" keeps git from skipping hooks and throwing work away, and the path of a script runs that in its place, with the real program in AGENT_SANDBOX_REAL',
      examples: [{ git: "@git", rm: false, curl: ".agent-sandbox/curl.sh" }],
    }),
  ),
);
