import type { GitCheck, GitCommandRule, GitFlag } from "./git-rule.ts";
import { SKIPS, VERIFY } from "./hook-commands.ts";

/** --force-if-includes alone does nothing (git-push(1)). */
const FLAGS: readonly GitFlag[] = [
  VERIFY,
  { name: "force", set: { force: "--force", "-f": "--force" }, clear: ["no-force"] },
  {
    name: "lease",
    set: { "force-with-lease": "--force-with-lease" },
    clear: ["no-force-with-lease"],
  },
  { name: "mirror", set: { mirror: "--mirror" }, clear: ["no-mirror"] },
  { name: "prune", set: { prune: "--prune" }, clear: ["no-prune"] },
  {
    name: "deletes",
    set: { delete: "--delete", "-d": "--delete", "-D": "--delete" },
    clear: ["no-delete"],
  },
  // A lone ":" pushes the matching branches, without force.
  { name: "refspec", set: { stdin: "--stdin" }, words: ["+*", ":?*"] },
];

const overwritten = (flag: string): GitCheck => ({ refusal: "overwrites_remote", when: [flag] });

const CHECKS: readonly GitCheck[] = [
  SKIPS,
  overwritten("force"),
  // It overwrites what was seen, and nothing that came since. A container's branch is judged harder: its
  // gate refuses that as well, and says less.
  { ...overwritten("lease"), profiles: ["@git-guard"] },
  ...["mirror", "prune", "deletes", "refspec"].map(overwritten),
];

export const PUSH_COMMANDS: readonly GitCommandRule[] = [
  {
    commands: ["push"],
    options: {
      longs:
        "verify verbose force force-with-lease force-if-includes follow-tags mirror prune porcelain progress delete dry-run repo= receive-pack= recurse-submodules= exec= push-option=",
      valued: "o",
    },
    flags: FLAGS,
    checks: CHECKS,
    forcedBySettings: true,
  },
  {
    // No short option with a value here; what send-pack reads from its input cannot be seen.
    commands: ["send-pack", "http-push"],
    options: {
      longs:
        "force force-with-lease force-if-includes mirror stdin stateless-rpc signed receive-pack= remote= exec= push-option=",
    },
    flags: FLAGS,
    checks: CHECKS,
    forcedBySettings: true,
  },
];
