import {
  CONSTANT_COMMANDS,
  type GitProfile,
  type gitRules,
  HOOK_SWITCHES,
  HOOKED_COMMANDS,
  LOOKING_COMMANDS,
  WORKING_COMMANDS,
} from "@agent-sandbox/policy/git-rules";
import { commandFunctions, functionName, optionWords } from "./command-functions.ts";
import { PROFILE_TEXTS } from "./profile-text.ts";
import { inDouble, patterns, wrapped } from "./shell-text.ts";

type Rules = ReturnType<typeof gitRules>;
type Slot = (rules: Rules, profile: GitProfile, argument: string) => readonly string[];

/** What stands in the template's `#@ NAME [ARGUMENT]` lines. */
export const SLOTS: Readonly<Record<string, Slot>> = {
  header: (_rules, profile) => [PROFILE_TEXTS[profile].header],
  real: (_rules, profile) => [`real=${PROFILE_TEXTS[profile].real}`],
  "constant-commands": () => [
    `${CONSTANT_COMMANDS.split(" ")
      .map((name) => `${name}:`)
      .join(" | ")}) exec "$real" "$@" ;;`,
  ],
  refusals: (rules, profile) => refusals(rules, used(rules, profile)),
  settings: ({ settings }) => settings.map(settingLine),
  "hook-switches": () => HOOK_SWITCHES.flatMap(hookSwitch),
  commands: ({ commands }) => commands.flatMap(commandFunctions).slice(0, -1),
  options: ({ options }, _profile, name) => [`local ${optionsOf(options, name)}`],
  set: ({ options }, _profile, name) => [optionsOf(options, name)],
  "looking-commands": (rules) => {
    const lines = wrapped(["-*", ...looking(rules).kept]);
    return [...lines.slice(0, -1), `${lines.at(-1) ?? ""})`];
  },
  "working-commands": (rules) => {
    const lines = wrapped([...WORKING_COMMANDS.split(" "), ...looking(rules).judged]);
    return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}) ;;`];
  },
  "hooked-commands": () => [`${patterns(HOOKED_COMMANDS.split(" "))}) local gated=yes ;;`],
  "command-rules": ({ commands, words }) => [
    ...commands
      .filter(({ isAskedFor }) => isAskedFor !== true)
      .map((rule) => `${patterns(rule.commands)}) judge_${functionName(rule)} "$command" "$@" ;;`),
    ...words.map(
      (rule) =>
        `${rule.command}) case \${1-} in ${patterns(rule.words)}) ${rule.refusal} "git ${rule.command} $1" ;; esac ;;`,
    ),
  ],
};

/** Those of the looking commands that this profile has a rule for, and the others. */
function looking({ words }: Rules): {
  readonly kept: readonly string[];
  readonly judged: readonly string[];
} {
  const isJudged = (name: string) => words.some(({ command }) => command === name);
  const names = LOOKING_COMMANDS.split(" ");
  return { kept: names.filter((name) => !isJudged(name)), judged: names.filter(isJudged) };
}

function optionsOf(options: Rules["options"], name: string): string {
  const found = options[name];
  if (found === undefined) throw new Error(`Cannot fill "options ${name}": there are none`);
  return optionWords(found);
}

/** shellcheck asks that each function is called. */
function used({ commands, words }: Rules, profile: GitProfile): ReadonlySet<string> {
  return new Set([
    ...["skips_hooks", "moves_hooks", "overwrites_remote", "moves_programs"],
    ...(profile === "@git"
      ? ["discards_work", "moves_branch", "loses_commits", "defines_alias", "hides_setting"]
      : []),
    ...commands.flatMap(({ checks }) => checks.map(({ refusal }) => refusal)),
    ...words.map(({ refusal }) => refusal),
  ]);
}

function refusals({ refusals }: Rules, names: ReadonlySet<string>): readonly string[] {
  return Object.entries(refusals)
    .filter(([name]) => names.has(name))
    .flatMap(([name, { rule, why, instead }]) => [
      `${name}() {`,
      `\trefuse ${rule} "$1" "${inDouble(why)}" \\`,
      `\t\t"${inDouble(instead)}"`,
      "}",
      "",
    ])
    .slice(0, -1);
}

function settingLine({ keys, values, except, kind }: Rules["settings"][number]): string {
  const sets = kind === "alias" ? "kind='alias'" : `kind=${kind}`;
  const harmless = except === undefined ? "" : `${patterns(except)}) ;; `;
  const isPlain = except === undefined && values === undefined;
  const does = isPlain
    ? sets
    : `case $2 in ${harmless}${patterns(values ?? ["*"])}) ${sets} ;; esac`;
  return `${patterns(keys)}) ${does} ;;`;
}

function hookSwitch({
  variables,
  values,
  except,
  shown,
}: (typeof HOOK_SWITCHES)[number]): readonly string[] {
  const harmless = except === undefined ? "" : `${patterns(except)}) ;; `;
  const said = shown ? "$name=$value" : "$name";
  const judged = `case $value in ${harmless}${patterns(values ?? ["*"])}) skips_hooks "${said}" ;; esac`;
  const [only = "", ...more] = variables;
  if (more.length === 0) return [`name=${only} value=\${${only}-}`, judged];
  const names = wrapped(variables).join("\n\t").replaceAll(" | ", " ");
  return [`for name in ${names}; do`, '\tvariable "$name"', `\t${judged}`, "done"];
}
