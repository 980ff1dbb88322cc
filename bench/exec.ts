// What a sandbox on this machine costs, against Node and bubblewrap alone, taken turn by turn. Prints
// medians, their ratio and the budget.
//
//   node bench/exec.ts
//
// Needs Node 24, bubblewrap and the built cli (npm run build). ROUNDS is the number of rounds (default 30).
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import { median, milliseconds, output } from "./timed-command.ts";

const BUDGET = 1.3;

const cli = join(import.meta.dirname, "../packages/cli/bin/run.js");
const bare = ["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--ro-bind", "/", "/"];

const workspace = mkdtempSync(join(tmpdir(), "agent-sandbox-bench-"));
const { signal } = new AbortController();

const sides = {
  exec: [process.execPath, cli, "exec", "-C", workspace, "true"],
  node: [process.execPath, "-e", "0"],
  bwrap: ["bwrap", ...bare, "--dev", "/dev", "--proc", "/proc", "true"],
} as const;

const taken = { exec: [] as number[], node: [] as number[], bwrap: [] as number[] };
try {
  for (let round = 0; round <= Number(process.env["ROUNDS"] ?? 30); round += 1) {
    for (const side of ["exec", "node", "bwrap"] as const) {
      const time = await milliseconds(() => output(sides[side], { signal }));
      // The first fills caches.
      if (round > 0) taken[side].push(time);
    }
  }
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

const [exec, node, bwrap] = [median(taken.exec), median(taken.node), median(taken.bwrap)];
const ratio = exec / (node + bwrap);
const verdict = ratio <= BUDGET ? "kept" : "MISSED";
console.log(
  `agent-sandbox exec true | node -e 0 + bwrap true, load ${loadavg()[0]?.toFixed(2) ?? "?"}`,
);
console.log(
  `  ${exec.toFixed(1)} ms | ${node.toFixed(1)} + ${bwrap.toFixed(1)} ms: ${ratio.toFixed(2)} × (budget ${BUDGET.toFixed(2)} ×: ${verdict})`,
);
