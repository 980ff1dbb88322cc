import type {
  GitCheck,
  GitCommandRule,
  GitFlag,
  GitOptions,
} from "@agent-sandbox/policy/git-rules";

/** What `walk` reads of its caller, as assignments. */
export function optionWords({ longs, valued = "", attached = "", stops }: GitOptions): string {
  return `longs='${longs}' valued='${valued}' attached='${attached}' stops='${stops ? "yes" : ""}'`;
}

/** The name of a command's functions. */
export function functionName({ commands: [name = ""] }: GitCommandRule): string {
  return name.replaceAll("-", "_");
}

/** The function that judges a command, and the one that is called for each of its arguments. */
export function commandFunctions(rule: GitCommandRule): readonly string[] {
  const name = functionName(rule);
  const flags = rule.flags.map((flag) => `${flag.name}=''`).join(" ");
  return [
    `judge_${name}() {`,
    `\tlocal command="$1" ${flags}`,
    `\tlocal ${optionWords(rule.options)}`,
    "\tshift",
    ...(rule.forcedBySettings
      ? ['\t[ -z "$push_forced" ] || overwrites_remote "git $command with $push_forced"']
      : []),
    `\twalk visit_${name} "$@"`,
    ...rule.checks.map((check) => `\t${checkLine(check)}`),
    "}",
    "",
    `visit_${name}() {`,
    "\tcase $1 in",
    ...rule.flags.flatMap(flagLines).map((line) => `\t\t${line}`),
    ...(rule.runs ? [`\t\t${rule.runs.join(" | ")}) judge_text shell "$2" ;;`] : []),
    ...wordLines(rule.flags),
    "\tesac",
    "}",
    "",
  ];
}

function checkLine({ refusal, when = [], unless = [] }: GitCheck): string {
  const tests = [
    ...when.map((flag) => `[ -z "$${flag}" ]`),
    ...unless.map((flag) => `[ -n "$${flag}" ]`),
  ];
  const shown = when.map((flag) => ` $${flag}`).join("");
  return `${tests.join(" || ")} || ${refusal} "git $command${shown}"`;
}

function flagLines({ name, set, clear, values }: GitFlag): readonly string[] {
  const byShown = Map.groupBy(Object.entries(set), ([, shown]) => shown);
  const sets = [...byShown].map(([shown, entries]) => {
    const does =
      values === undefined
        ? `${name}=${shown}`
        : `case $2 in ${values.join(" | ")}) ${name}=${shown} ;; esac`;
    return `${entries.map(([option]) => option).join(" | ")}) ${does} ;;`;
  });
  return clear === undefined ? sets : [...sets, `${clear.join(" | ")}) ${name}='' ;;`];
}

function wordLines(flags: readonly GitFlag[]): readonly string[] {
  return flags.flatMap(({ name, words }) =>
    words === undefined ? [] : [`\t\tword) case $2 in ${words.join(" | ")}) ${name}=$2 ;; esac ;;`],
  );
}
