import { REFUSED_BUILTINS } from "../../packages/engine-virtual/src/builtins/refused.ts";
import { REFUSED_CONSTRUCTS } from "../../packages/engine-virtual/src/shell/run/unsupported.ts";

const WHOLE = "The script is refused, with 2, before any of it runs";

export function refusedRows(): readonly (readonly [string, string])[] {
  const constructs = Object.values(REFUSED_CONSTRUCTS).map((name) => [name, WHOLE] as const);
  const builtins = Object.entries(REFUSED_BUILTINS).map(
    ([name, reason]) => [`\`${name}\``, `Fails, with 1: ${reason}`] as const,
  );
  return [
    ...constructs,
    ["`trap … CHLD`", "Fails, with 2"],
    ["`set -k`, `-p`, `-t`, `-o posix`", "Fails, with 2"],
    ["`declare -n r=a[1]`, `readonly -f`", "Fails"],
    ...builtins,
  ];
}
