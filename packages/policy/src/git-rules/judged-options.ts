// Options of the commands that the template judges by what git says of the repository, some of them also by the table.

export const BRANCH_OPTIONS = {
  longs:
    "verbose quiet track set-upstream-to= unset-upstream color remotes contains= no-contains= abbrev all delete move copy list show-current create-reflog edit-description force merged= no-merged= column sort= points-at= ignore-case recurse-submodules format=",
  valued: "u",
  attached: "t",
} as const;

export const SWITCH_OPTIONS = {
  longs:
    "create= force-create= guess discard-changes quiet recurse-submodules progress merge conflict= detach track force orphan= overwrite-ignore ignore-other-worktrees",
  valued: "cC",
  attached: "t",
} as const;

export const WORKTREE_OPTIONS = {
  longs:
    "force detach checkout lock reason= track guess-remote orphan quiet relative-paths expire= porcelain dry-run verbose",
  valued: "bB",
} as const;

export const UPDATE_REF_OPTIONS = { longs: "stdin create-reflog deref", valued: "m" } as const;

export const RESET_OPTIONS = {
  longs: "hard merge mixed soft keep patch quiet recurse-submodules pathspec-from-file=",
} as const;

export const READ_TREE_OPTIONS = {
  longs:
    "index-output= empty verbose trivial aggressive reset prefix= exclude-per-directory= dry-run",
} as const;

export const SYMBOLIC_REF_OPTIONS = {
  longs: "quiet delete short recurse",
  valued: "m",
} as const;

export const TAG_OPTIONS = {
  longs:
    "annotate list delete verify message= file= trailer= edit sign cleanup= local-user= force create-reflog column contains= no-contains= merged= no-merged= omit-empty sort= points-at= format= color ignore-case",
  valued: "mFu",
  attached: "n",
} as const;

/** Of remote's prune and update. */
export const REMOTE_UPDATE_OPTIONS = { longs: "verbose dry-run prune" } as const;

export const FETCH_OPTIONS = {
  longs:
    "verbose quiet all set-upstream append atomic upload-pack= force multiple tags jobs= prefetch prune prune-tags recurse-submodules dry-run porcelain write-fetch-head keep update-head-ok progress depth= shallow-since= shallow-exclude= deepen= unshallow refetch update-shallow refmap= server-option= ipv4 ipv6 negotiation-tip= negotiate-only filter= auto-maintenance auto-gc show-forced-updates write-commit-graph stdin",
  valued: "jo",
} as const;

/** What pull hands to fetch is among them. */
export const PULL_OPTIONS = {
  longs:
    "verbose quiet progress recurse-submodules rebase stat log signoff squash commit edit cleanup= ff ff-only verify verify-signatures autostash strategy= strategy-option= gpg-sign allow-unrelated-histories all append upload-pack= force tags prune jobs dry-run keep depth= shallow-since= shallow-exclude= deepen= unshallow update-shallow refmap= server-option= ipv4 ipv6 negotiation-tip= show-forced-updates set-upstream",
  valued: "sXo",
  attached: "rSj",
} as const;

/** checkout, whose first word may be a branch or a file: judged by hand, with these options. */
export const CHECKOUT_OPTIONS = {
  longs:
    "guess overlay quiet recurse-submodules progress merge conflict= detach track force orphan= overwrite-ignore ignore-other-worktrees ours theirs patch ignore-skip-worktree-bits pathspec-from-file= pathspec-file-nul",
  valued: "bB",
  attached: "t",
} as const;
