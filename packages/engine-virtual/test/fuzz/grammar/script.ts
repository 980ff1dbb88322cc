import { Random } from "../random.ts";
import { statement, substitution } from "./commands.ts";
import { compound } from "./compounds.ts";
import { toolScript } from "./tools/tool-script.ts";
import { word } from "./words.ts";
import { type Rules, Writer } from "./writer.ts";

/** What all scripts begin with: some files, and variables that hold something. */
const START = `mkdir d
printf 'a b\\nfoo bar\\nab\\n' > f
printf 'b\\n\\nA:b:c\\n' > d/h
echo one > a.txt
x='a b' y=foo i=2 n=5 ref=y
arr=(p 'q r' s)
declare -A map=([k]=v)
fn() { echo "fn:$#:$1"; }
set -- A 'B C'
`;

/** What all end with, so that nothing that was changed goes unseen. */
const END = `
echo "end $? $# $- $i $n $j"
declare -p x y z v arr map 2>/dev/null | cat -A
`;

const FUEL = 60;

/** How many of a hundred scripts are about the tools. */
const TOOLS = 40;

const RULES: Rules = { compound, substitution, word };

/** The script that a seed stands for. */
export function scriptOf(seed: number, commands: ReadonlySet<string>): string {
  const random = new Random(seed);
  if (random.chance(TOOLS)) return toolScript(random, commands);
  const writer = new Writer({ random, commands, rules: RULES, fuel: FUEL });
  return START + random.times(2, 6, () => statement(writer)).join("\n") + END;
}
