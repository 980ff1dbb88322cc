import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type GitProfile, gitRules } from "@agent-sandbox/policy/git-rules";
import { SLOTS } from "./slots.ts";

const TEMPLATE = join(import.meta.dirname, "template.sh");

/** The script that stands in front of git, as one profile has it. */
export function gitScript(profile: GitProfile): string {
  const template = readFileSync(TEMPLATE, "utf8").split("\n");
  return forProfile(template, profile)
    .flatMap((line) => filled(line, profile))
    .join("\n");
}

/** Without what stands between `#@ if OTHER` and `#@ end`. */
function forProfile(lines: readonly string[], profile: GitProfile): readonly string[] {
  let isKept = true;
  return lines.filter((line) => {
    const [, only] = /^\s*#@ if (\S+)$/.exec(line) ?? [];
    if (only !== undefined) isKept = only === profile;
    else if (/^\s*#@ end$/.test(line)) isKept = true;
    else return isKept;
    return false;
  });
}

function filled(line: string, profile: GitProfile): readonly string[] {
  const [, indent = "", name, argument = ""] = /^(\s*)#@ (\S+) ?(.*)$/.exec(line) ?? [];
  if (name === undefined) return [line];
  const slot = SLOTS[name];
  if (slot === undefined) throw new Error(`Cannot fill "${name}": there is no such slot`);
  return slot(gitRules(profile), profile, argument)
    .flatMap((text) => text.split("\n"))
    .map((text) => (text === "" ? "" : `${indent}${text}`));
}
