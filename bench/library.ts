// What one more command costs in a sandbox on this machine that a program has open, against a bare
// bubblewrap, taken turn by turn. Prints medians and their difference.
//
//   node bench/library.ts
//
// Needs Node 24, bubblewrap and the built cli (npm run build). ROUNDS is the number of rounds (default 100).
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import { open } from "agent-sandbox";

import { median, milliseconds, output } from "./timed-command.ts";

const { signal } = new AbortController();
const workspace = mkdtempSync(join(tmpdir(), "agent-sandbox-bench-"));
const bare = ["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--ro-bind", "/", "/"];
const bwrap = ["bwrap", ...bare, "--dev", "/dev", "--proc", "/proc", "true"] as const;

const environment = { ...process.env, XDG_STATE_HOME: join(workspace, "state") };
const opening: number[] = [];
const [ours, plain]: [number[], number[]] = [[], []];
try {
  await using sandbox = await timedOpen();
  for (let round = 0; round <= Number(process.env["ROUNDS"] ?? 100); round += 1) {
    const command = await milliseconds(async () => {
      const { exitCode, stderr } = await sandbox.exec(["true"]);
      if (exitCode !== 0) throw new Error(stderr);
    });
    const alone = await milliseconds(() => output(bwrap, { signal }));
    // The first fills caches.
    if (round === 0) continue;
    ours.push(command);
    plain.push(alone);
  }
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

async function timedOpen() {
  const startedAt = performance.now();
  const sandbox = await open({}, { engine: "bwrap", workspace, environment });
  opening.push(performance.now() - startedAt);
  return sandbox;
}

const [command, alone] = [median(ours), median(plain)];
console.log(`sandbox.exec(["true"]) | bwrap true, load ${loadavg()[0]?.toFixed(2) ?? "?"}`);
console.log(
  `  ${command.toFixed(1)} ms | ${alone.toFixed(1)} ms: ${(command - alone).toFixed(1)} ms more; opened in ${median(opening).toFixed(1)} ms`,
);
