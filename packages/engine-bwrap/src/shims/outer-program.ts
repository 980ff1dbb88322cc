import { shellWord } from "../shell-word.ts";
import { SHIM_FOLDER } from "./places.ts";
import type { OuterRule } from "./shim-facts.ts";

const OUTER = `${SHIM_FOLDER}/outer`;

/**
 * A program as a sandbox in a sandbox has it: what the outer one's rule makes of it. What stands in the
 * program's place would find the inner rule first, again and again.
 */
export function outerProgram(name: string, rule: OuterRule): string {
  const folder = `${OUTER}/${rule === "wrapper" ? "wrappers" : "presets"}`;
  const script = shellWord(`${folder}/${name}`);
  const real = shellWord(`${OUTER}/bin/${name}`);
  return `#!/bin/sh
if [ ! -x ${script} ]; then
  while IFS= read -r line; do printf '%s\\n' "$line"; done <${script} >&2
  exit 126
fi
AGENT_SANDBOX_CMD=${shellWord(name)} AGENT_SANDBOX_REAL=
[ ! -e ${real} ] || AGENT_SANDBOX_REAL=${real}
export AGENT_SANDBOX_CMD AGENT_SANDBOX_REAL
exec ${script} "$@"
`;
}
