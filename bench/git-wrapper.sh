#!/bin/sh
#
# What one more git command through the wrapper costs: median of the raw git and of the wrapped
# one, taken turn by turn so that the machine's mood strikes both. Budget: 3 ms more.
# ROUNDS (default 200) and GIT_WRAPPER may be set.

here=$(cd "$(dirname "$0")" && pwd)
exec node - "${GIT_WRAPPER:-$here/../base-image/git-wrapper.sh}" "${ROUNDS:-200}" <<'SCRIPT'
const { spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const [wrapper, rounds] = [process.argv[2], Number(process.argv[3])];
const git = process.env.AGENT_SANDBOX_REAL ?? "/usr/bin/git";
const cwd = mkdtempSync(join(tmpdir(), "bench-git-wrapper-"));
spawnSync(git, ["init", "-q"], { cwd });

function milliseconds(program, argv) {
  const started = process.hrtime.bigint();
  spawnSync(program, argv, { cwd, stdio: "ignore" });
  return Number(process.hrtime.bigint() - started) / 1e6;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

for (const argv of [["--version"], ["rev-parse", "--git-dir"], ["log", "-1"], ["commit", "-m", "x"], ["push", "-u", "origin", "feat"]]) {
  const [raw, wrapped] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    raw.push(milliseconds(git, argv));
    wrapped.push(milliseconds(wrapper, argv));
  }
  const [before, after] = [median(raw), median(wrapped)];
  console.log(`git ${argv.join(" ")}: p50 raw ${before.toFixed(2)} ms, wrapped ${after.toFixed(2)} ms, +${(after - before).toFixed(2)} ms`);
}
rmSync(cwd, { recursive: true });
SCRIPT
