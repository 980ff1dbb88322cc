import { parseArgs } from "node:util";

import {
  type Difference,
  differencesIn,
} from "../packages/engine-virtual/test/fuzz/differences.ts";
import { scriptOf } from "../packages/engine-virtual/test/fuzz/grammar/script.ts";
import { shrink } from "../packages/engine-virtual/test/fuzz/shrink.ts";
import { openVirtual } from "../packages/engine-virtual/src/index.ts";

/**
 * Runs scripts that chance writes in bash and in the virtual shell, and prints those that they answer differently, as
 * small as they get: `node bench/virtual-fuzz.ts --seconds 3600 --seed 1`.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    /** Shown as they are. */
    whole: { type: "boolean", default: false },
  },
});

const BATCH = 40;
const commands = new Set(openVirtual().getAvailableCommands());
const end = performance.now() + Number(values.seconds) * 1000;
let seed = Number(values.seed);
let found = 0;

while (performance.now() < end) {
  const scripts = Array.from({ length: BATCH }, (_, index) => scriptOf(seed + index, commands));
  for (const one of differencesIn(scripts)) {
    found += 1;
    show(values.whole ? one : shrink(one), seed + scripts.indexOf(one.script));
  }
  seed += BATCH;
}
process.stdout.write(`${found} of ${seed - Number(values.seed)} scripts differ\n`);

function show({ bash, script, virtual }: Difference, of: number): void {
  const lines = [`--- seed ${of}`, script];
  for (const part of ["stdout", "status", "stderr", "tree"] as const) {
    const [left, right] = [JSON.stringify(bash[part]), JSON.stringify(virtual[part])];
    if (left !== right)
      lines.push(`  ${part} of bash:    ${left}`, `  ${part} of virtual: ${right}`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}
