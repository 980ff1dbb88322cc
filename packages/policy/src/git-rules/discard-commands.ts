import type { GitCommandRule, GitFlag, GitProfile, GitWordRule } from "./git-rule.ts";
import {
  BRANCH_OPTIONS,
  READ_TREE_OPTIONS,
  RESET_OPTIONS,
  SWITCH_OPTIONS,
  UPDATE_REF_OPTIONS,
  WORKTREE_OPTIONS,
} from "./judged-options.ts";

const profiles: readonly GitProfile[] = ["@git"];

const FORCE: GitFlag = {
  name: "force",
  set: { force: "--force", "-f": "-f" },
  clear: ["no-force"],
};

const DRY: GitFlag = {
  name: "dry",
  set: { "dry-run": "--dry-run", "-n": "-n" },
  clear: ["no-dry-run"],
};

/** What throws away work that is in no commit, and commits that no other branch has. */
export const DISCARD_COMMANDS: readonly GitCommandRule[] = [
  {
    commands: ["reset"],
    options: RESET_OPTIONS,
    flags: [
      { name: "hard", set: { hard: "--hard" } },
      { name: "merge", set: { merge: "--merge" } },
    ],
    checks: [
      { refusal: "discards_work", when: ["hard"] },
      { refusal: "discards_work", when: ["merge"] },
    ],
    profiles,
  },
  {
    // Without -f it asks the configuration whether it may, and -i needs none.
    commands: ["clean"],
    options: { longs: "dry-run force interactive quiet exclude=", valued: "e" },
    flags: [DRY, FORCE],
    checks: [
      { refusal: "discards_work", when: ["force"], unless: ["dry"] },
      { refusal: "discards_work", unless: ["dry"] },
    ],
    profiles,
  },
  {
    commands: ["restore"],
    options: {
      longs:
        "staged worktree source= overlay ours theirs merge conflict= patch progress quiet recurse-submodules ignore-unmerged ignore-skip-worktree-bits pathspec-from-file= pathspec-file-nul",
      valued: "s",
    },
    flags: [
      { name: "staged", set: { staged: "--staged", "-S": "-S" }, clear: ["no-staged"] },
      {
        name: "worktree",
        set: { worktree: "--worktree", "-W": "--worktree" },
        clear: ["no-worktree"],
      },
    ],
    checks: [
      { refusal: "discards_work", when: ["worktree"] },
      { refusal: "discards_work", unless: ["staged"] },
    ],
    profiles,
  },
  {
    commands: ["switch"],
    options: SWITCH_OPTIONS,
    flags: [
      FORCE,
      {
        name: "discard",
        set: { "discard-changes": "--discard-changes" },
        clear: ["no-discard-changes"],
      },
    ],
    checks: [
      { refusal: "discards_work", when: ["force"] },
      { refusal: "discards_work", when: ["discard"] },
    ],
    profiles,
  },
  {
    commands: ["branch"],
    options: BRANCH_OPTIONS,
    flags: [
      { name: "deletes", set: { delete: "--delete", "-d": "-d" }, clear: ["no-delete"] },
      FORCE,
      { name: "both", set: { "-D": "-D" } },
    ],
    checks: [
      { refusal: "deletes_branch", when: ["both"] },
      { refusal: "deletes_branch", when: ["deletes", "force"] },
    ],
    profiles,
  },
  {
    commands: ["update-ref"],
    options: UPDATE_REF_OPTIONS,
    flags: [
      { name: "deletes", set: { "-d": "-d" } },
      { name: "input", set: { stdin: "--stdin" }, clear: ["no-stdin"] },
    ],
    checks: [
      { refusal: "deletes_branch", when: ["deletes"] },
      { refusal: "deletes_branch", when: ["input"] },
    ],
    profiles,
  },
  {
    commands: ["read-tree"],
    options: READ_TREE_OPTIONS,
    flags: [
      { name: "reset", set: { reset: "--reset" } },
      { name: "update", set: { "-u": "-u" } },
    ],
    checks: [{ refusal: "discards_work", when: ["reset", "update"] }],
    profiles,
  },
  {
    commands: ["rm"],
    options: {
      longs:
        "dry-run quiet cached recursive force ignore-unmatch sparse pathspec-from-file= pathspec-file-nul",
    },
    // Without force git refuses what is in no commit.
    flags: [DRY, { name: "cached", set: { cached: "--cached" }, clear: ["no-cached"] }, FORCE],
    checks: [{ refusal: "discards_work", when: ["force"], unless: ["cached", "dry"] }],
    profiles,
  },
  {
    // Without force git refuses to move over a file.
    commands: ["mv"],
    options: { longs: "verbose dry-run force sparse" },
    flags: [DRY, FORCE],
    checks: [{ refusal: "discards_work", when: ["force"], unless: ["dry"] }],
    profiles,
  },
  {
    // Without force it refuses to move a branch off its commits.
    commands: ["fast-import"],
    options: {
      longs:
        "force quiet stats allow-unsafe-features date-format= done depth= active-branches= export-pack-edges= export-marks= import-marks= import-marks-if-exists= relative-marks cat-blob-fd= big-file-threshold= max-pack-size= rewrite-submodules-from= rewrite-submodules-to=",
    },
    flags: [FORCE],
    checks: [{ refusal: "moves_branch", when: ["force"] }],
    profiles,
  },
  {
    commands: ["checkout-index"],
    options: {
      longs: "all force quiet no-create prefix= stage= temp ignore-skip-worktree-bits index stdin",
    },
    flags: [
      FORCE,
      { name: "elsewhere", set: { prefix: "--prefix" }, values: ["../*"] },
      { name: "temporary", set: { temp: "--temp" }, clear: ["no-temp"] },
    ],
    checks: [{ refusal: "discards_work", when: ["force"], unless: ["elsewhere", "temporary"] }],
    isAskedFor: true,
    profiles,
  },
  {
    commands: ["worktree"],
    options: WORKTREE_OPTIONS,
    flags: [{ name: "removes", set: {}, words: ["remove"] }, FORCE],
    checks: [{ refusal: "discards_work", when: ["removes", "force"] }],
    profiles,
  },
  {
    commands: ["submodule"],
    options: {
      longs:
        "quiet cached force all init remote recursive checkout merge rebase reference= depth= jobs= branch= name= progress filter=",
      valued: "bj",
    },
    flags: [{ name: "writes", set: {}, words: ["update", "deinit"] }, FORCE],
    checks: [{ refusal: "discards_work", when: ["writes", "force"] }],
    isAskedFor: true,
    profiles,
  },
  {
    commands: ["gc"],
    options: {
      longs:
        "quiet prune aggressive auto detach force keep-largest-pack cruft max-cruft-size= expire-to=",
    },
    flags: [{ name: "prune", set: { prune: "--prune" }, clear: ["no-prune"], values: ["?*"] }],
    checks: [{ refusal: "prunes_objects", when: ["prune"] }],
    profiles,
  },
  {
    // Packed anew without what nothing leads to; -A lets that be, as loose objects, unless it is told how old.
    commands: ["repack"],
    options: {
      longs:
        "cruft cruft-expiration= combine-cruft-below-size= max-cruft-size= path-walk quiet local write-bitmap-index delta-islands unpack-unreachable= keep-unreachable window= window-memory= depth= threads= max-pack-size= filter= pack-kept-objects keep-pack= geometric= write-midx name-hash-version= expire-to= filter-to=",
      valued: "g",
    },
    flags: [
      { name: "all", set: { "-a": "-a" } },
      { name: "removes", set: { "-d": "-d" } },
      { name: "loosens", set: { "-A": "-A" } },
      {
        name: "keeps",
        set: { "keep-unreachable": "-k", "-k": "-k", cruft: "--cruft" },
        clear: ["no-keep-unreachable", "no-cruft"],
      },
      {
        name: "expires",
        set: {
          "cruft-expiration": "--cruft-expiration",
          "unpack-unreachable": "--unpack-unreachable",
        },
        values: ["?*"],
      },
    ],
    checks: [
      { refusal: "prunes_objects", when: ["expires", "removes"] },
      { refusal: "prunes_objects", when: ["all", "removes"], unless: ["keeps", "loosens"] },
    ],
    profiles,
  },
  {
    commands: ["prune"],
    options: { longs: "dry-run verbose progress expire= exclude-promisor-objects" },
    flags: [DRY],
    checks: [{ refusal: "prunes_objects", unless: ["dry"] }],
    profiles,
  },
];

export const DISCARD_WORDS: readonly GitWordRule[] = [
  { command: "stash", words: ["drop", "clear", "pop"], refusal: "drops_stash", profiles },
  { command: "reflog", words: ["delete", "drop", "expire"], refusal: "drops_stash", profiles },
];
