// What a sandbox on this machine costs, against Node and bubblewrap alone, taken turn by turn; and against
// bubblewrap with the very mounts of that sandbox, by the script that --dry-run prints; and against a program that
// does nothing but start that, which is the least that any program in Node can cost. Prints medians, their ratio and
// the budget.
//
//   node bench/exec.ts
//
// Needs Node 24, bubblewrap and the built cli (npm run build). ROUNDS is the number of rounds (default 30).
// SRT names Anthropic's srt, installed somewhere else (npm install @anthropic-ai/sandbox-runtime; it needs
// socat and rg): it is then measured as well, beside a sandbox with named hosts, which is what it makes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

import { median, milliseconds, output } from "./timed-command.ts";

const BUDGET = 1.3;

const cli = join(import.meta.dirname, "../packages/cli/bin/run.js");
const bare = ["--unshare-user", "--unshare-pid", "--cap-drop", "ALL", "--ro-bind", "/", "/"];

const workspace = mkdtempSync(join(tmpdir(), "agent-sandbox-bench-"));
const { signal } = new AbortController();

const config = (name: string, content: object) => {
  const file = join(workspace, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const hosts = config("hosts.json", { network: { external: "domains", domains: ["a.example"] } });
const settings = config("srt.json", {
  network: { allowedDomains: ["a.example"], deniedDomains: [] },
  filesystem: {
    denyRead: ["~/.ssh", "~/.gnupg", "~/.aws"],
    allowWrite: [workspace],
    denyWrite: [],
  },
});
const srt = process.env["SRT"];

/** The command line of bubblewrap for the sandbox, and what makes the files it needs; both for a shell. */
function scriptOfMounts(): { readonly files: string; readonly line: string } {
  const dryRun = [cli, "exec", "-C", workspace, "--dry-run", "true"];
  const script = execFileSync(process.execPath, dryRun, { encoding: "utf8" });
  const [line = ""] = /^env -i .*$/m.exec(script) ?? [];
  const before = `${script.slice(0, script.indexOf(line))}\nprintf %s "$files"`;
  return { files: execFileSync("sh", ["-c", before], { encoding: "utf8" }), line };
}

const { files, line } = scriptOfMounts();

const mounts = ["-c", `files=$1; ${line}; exit "$status"`, "sh", files];

/** What exec loads of Node itself, and the start of one process. */
const LEAST = `for (const name of ["fs", "path", "os", "crypto", "child_process"]) require("node:" + name);
require("node:child_process").spawn("sh", process.argv.slice(1), { stdio: "inherit" });`;

const sides = {
  exec: [process.execPath, cli, "exec", "-C", workspace, "true"],
  hosts: [process.execPath, cli, "exec", "-C", workspace, "-c", hosts, "true"],
  srt: [process.execPath, srt ?? "", "-s", settings, "true"],
  node: [process.execPath, "-e", "0"],
  bwrap: ["bwrap", ...bare, "--dev", "/dev", "--proc", "/proc", "true"],
  mounts: ["sh", ...mounts],
  least: [process.execPath, "-e", LEAST, "--", ...mounts],
} as const;

type Side = keyof typeof sides;
const measured: readonly Side[] = [
  "exec",
  "node",
  "bwrap",
  "mounts",
  "least",
  ...(srt ? (["hosts", "srt"] as const) : []),
];

const taken: Record<Side, number[]> = {
  ...{ exec: [], hosts: [], srt: [], node: [], bwrap: [], mounts: [], least: [] },
};
try {
  for (let round = 0; round <= Number(process.env["ROUNDS"] ?? 30); round += 1) {
    for (const side of measured) {
      const time = await milliseconds(() => output(sides[side], { signal }));
      // The first fills caches.
      if (round > 0) taken[side].push(time);
    }
  }
} finally {
  for (const folder of [workspace, files]) rmSync(folder, { recursive: true, force: true });
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
const least = median(taken.least);
console.log(`  bwrap with the same mounts: ${median(taken.mounts).toFixed(1)} ms`);
console.log(
  `  any program in Node that starts it: ${least.toFixed(1)} ms, ${(least / (node + bwrap)).toFixed(2)} ×; exec has ${(exec / least).toFixed(2)} × that`,
);
if (srt) {
  const [named, theirs] = [median(taken.hosts), median(taken.srt)];
  console.log(
    `agent-sandbox exec, named hosts | srt\n  ${named.toFixed(1)} ms | ${theirs.toFixed(1)} ms: ${(named / theirs).toFixed(2)} ×`,
  );
}
