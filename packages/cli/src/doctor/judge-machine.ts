import type { BubblewrapFacts, GitFacts } from "@agent-sandbox/host";

import { formatBytes } from "../bytes.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Less than this, and the next build or the next agent fills it; in bytes. */
const TIGHT = 5e9;
const FULL = 1e9;

export function judgeSpace(freeBytes: number, hint: string): Finding {
  const message = `${formatBytes(freeBytes)} are free`;
  if (freeBytes >= TIGHT) return ok(message);
  return freeBytes >= FULL ? warning(message, hint) : problem(message, hint);
}

/** In milliseconds: what a sign-in and a certificate no longer forgive, and what `make` notices. */
const WRONG = 60_000;
const OFF = 5_000;

export function judgeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs);
  if (off < OFF) return ok("the sandboxes' clock is this machine's");
  const side = aheadMs > 0 ? "ahead of" : "behind";
  const message = `the sandboxes' clock is ${Math.round(off / 1000).toString()} s ${side} this machine's`;
  const hint = "Restart Docker, or the virtual machine that it runs in";
  return off < WRONG ? warning(message, hint) : problem(message, hint);
}

/** The first git that knows `safe.bareRepository`. */
const KNOWS_BARE = "2.38";

export function judgeGit({ version, bareRepository, user }: GitFacts): Finding {
  const whose = user === undefined ? "" : `, of the workspace's owner "${user}",`;
  const follows = `git ${version}${whose} follows any bare repository that an agent puts into the workspace`;
  if (version.localeCompare(KNOWS_BARE, "en", { numeric: true }) < 0) {
    const hint = `Install git ${KNOWS_BARE} or later, and set safe.bareRepository to "explicit"`;
    return warning(follows, hint);
  }
  if (bareRepository === "explicit") {
    const of = user === undefined ? "" : ` of the workspace's owner "${user}"`;
    return ok(`git ${version}, safe.bareRepository${of} is "explicit"`);
  }
  return warning(follows, `Forbid it: ${settingFor(user)} safe.bareRepository explicit`);
}

/** One without an account has no configuration but the machine's. */
function settingFor(user: string | undefined): string {
  if (user === undefined) return "git config --global";
  return user.startsWith("#") ? "git config --system" : `sudo -H -u ${user} git config --global`;
}

/** Sandboxes in Docker do not need it: at most a warning. */
export function judgeBubblewrap(facts: BubblewrapFacts): Finding {
  if (facts.starts) return ok("bubblewrap starts, user namespaces are allowed");
  if (!facts.isInstalled) {
    return ok("bubblewrap is not installed, and sandboxes in Docker do not need it");
  }
  return warning(
    `bubblewrap does not start: ${facts.said}; sandboxes in Docker do not need it`,
    bubblewrapHint(facts),
  );
}

/** What lets it start. */
export function bubblewrapHint({ isKeptByAppArmor }: BubblewrapFacts): string {
  return isKeptByAppArmor
    ? "AppArmor forbids user namespaces: give bwrap a profile that allows userns"
    : "Allow user namespaces: sysctl user.max_user_namespaces and kernel.unprivileged_userns_clone";
}
