import { parseArgs } from "node:util";

import { compare, type Difference } from "../packages/engine-virtual/test/fuzz/differences.ts";
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
const count = { differ: 0, known: 0 };
const reasons: string[] = [];

while (performance.now() < end) {
  const scripts = Array.from({ length: BATCH }, (_, index) => scriptOf(seed + index, commands));
  const { differences, known, refused } = compare(scripts);
  count.known += known;
  reasons.push(...refused);
  for (const one of differences) {
    count.differ += 1;
    show(values.whole ? one : shrink(one), seed + scripts.indexOf(one.script));
  }
  seed += BATCH;
}
const { differ, known } = count;
process.stdout.write(
  `${differ} of ${seed - Number(values.seed)} scripts differ, ${known} as is known; refused by name:\n`,
);
const counted = [...Map.groupBy(reasons, (reason) => reason)];
for (const [reason, all] of counted.toSorted(
  ([, one], [, another]) => another.length - one.length,
)) {
  process.stdout.write(`${all.length.toString().padStart(6)} ${reason}\n`);
}

function show({ bash, script, virtual }: Difference, of: number): void {
  const lines = [`--- seed ${of}`, script];
  for (const part of ["stdout", "status", "stderr", "tree"] as const) {
    const [left, right] = [JSON.stringify(bash[part]), JSON.stringify(virtual[part])];
    if (left !== right)
      lines.push(`  ${part} of bash:    ${left}`, `  ${part} of virtual: ${right}`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}
