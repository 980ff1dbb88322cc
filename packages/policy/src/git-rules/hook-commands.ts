import type { GitCheck, GitCommandRule, GitFlag } from "./git-rule.ts";

/**
 * Commands that know --no-verify. -n is that option for commit and am alone; for merge, pull and rebase
 * it is --no-stat, for push --dry-run.
 */
export const VERIFY: GitFlag = {
  name: "skipped",
  set: { "no-verify": "--no-verify" },
  clear: ["verify"],
};

const VERIFY_OR_N: GitFlag = { ...VERIFY, set: { ...VERIFY.set, "-n": "-n" } };

const REWRITE: GitFlag = {
  name: "rewrite",
  set: { "no-post-rewrite": "--no-post-rewrite" },
  clear: ["post-rewrite"],
};

export const SKIPS: GitCheck = { refusal: "skips_hooks", when: ["skipped"] };

export const HOOK_COMMANDS: readonly GitCommandRule[] = [
  {
    commands: ["commit"],
    options: {
      longs:
        "verify verbose post-rewrite porcelain patch file= author= date= message= template= trailer= reedit-message= reuse-message= fixup= squash= cleanup= pathspec-from-file= pathspec-file-nul",
      valued: "mFCct",
      attached: "Su",
    },
    flags: [VERIFY_OR_N, REWRITE],
    checks: [SKIPS, { refusal: "skips_hooks", when: ["rewrite"] }],
  },
  {
    commands: ["merge"],
    options: {
      longs:
        "verify verify-signatures verbose cleanup= strategy= strategy-option= message= file= into-name=",
      valued: "msXF",
      attached: "S",
    },
    flags: [VERIFY],
    checks: [SKIPS],
  },
  {
    commands: ["am"],
    options: {
      longs:
        "verify quoted-cr= whitespace= directory= exclude= include= patch-format= resolvemsg= empty=",
      valued: "Cp",
      attached: "S",
    },
    flags: [VERIFY_OR_N],
    checks: [SKIPS],
  },
  {
    commands: ["rebase"],
    options: {
      longs: "verify verbose onto= whitespace= empty= exec= strategy= strategy-option=",
      valued: "CxsX",
      attached: "Sr",
    },
    flags: [VERIFY],
    checks: [SKIPS],
    runs: ["exec", "-x"],
  },
  {
    commands: ["pull"],
    options: {
      longs:
        "verify verify-signatures verbose cleanup= strategy= strategy-option= upload-pack= depth= shallow-since= shallow-exclude= deepen= refmap= server-option= negotiation-tip=",
      valued: "sXo",
      attached: "Srj",
    },
    flags: [VERIFY],
    checks: [SKIPS],
  },
];
