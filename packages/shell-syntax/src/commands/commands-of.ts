import { parseScript } from "../parse-script.ts";
import type { Script } from "../syntax-tree.ts";
import type { ShellCommand } from "./shell-command.ts";
import { wordOf } from "./shell-command.ts";
import type { Variables } from "./variables.ts";
import { Walk } from "./walk.ts";

export interface ScriptSurroundings {
  /** Variables that are set where it starts; `HOME` is what `~` and a bare `cd` mean. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/**
 * Every simple command that a script may run, in its order: in bodies, pipelines and substitutions,
 * through programs that run others (`sudo`, `xargs`, `sh -c`, `eval` …) as well as those programs
 * themselves. Throws a ShellSyntaxError where the script, or one inside of it, cannot be read.
 */
export function commandsOf(
  script: Script | string,
  surroundings: ScriptSurroundings = {},
): readonly ShellCommand[] {
  const walk = new Walk();
  walk.script(typeof script === "string" ? parseScript(script) : script, {
    variables: startOf(surroundings),
    certain: true,
  });
  return walk.found;
}

const LOOKUPS = 5000;

function startOf({ variables = {} }: ScriptSurroundings): Variables {
  const given = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, wordOf(value)] as const],
  );
  return { assigned: new Map(), given: new Map(given), budget: { left: LOOKUPS } };
}
