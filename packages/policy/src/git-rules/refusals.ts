import type { GitRefusal, GitRefusalName } from "./git-rule.ts";

export const GIT_REFUSALS: Readonly<Record<GitRefusalName, GitRefusal>> = {
  skips_hooks: {
    rule: "git-hooks-bypass",
    why: "the repository's hooks would not run, or not all of them",
    instead:
      "leave that out and let the hooks run; fix what they report, or ask the human whether to skip them",
  },
  moves_hooks: {
    rule: "git-hooks-moved",
    why: "git would take its hooks from elsewhere, or find none",
    instead:
      "leave the hooks where they are and let them run; fix what they report, or ask the human to change them",
  },
  overwrites_remote: {
    rule: "git-forced-push",
    why: "it overwrites or deletes what the remote has, perhaps the work of others",
    instead:
      "push without force to a new branch (git push origin HEAD:refs/heads/NEW-NAME), or ask the human to do this",
  },
  moves_programs: {
    rule: "git-programs-moved",
    why: "git's own programs would come from elsewhere",
    instead: "use the git that is installed, without that option or variable",
  },
  discards_work: {
    rule: "git-work-discarded",
    why: "it throws away changes that are in no commit",
    instead:
      "keep them: commit them, or git stash push; git switch BRANCH changes branches, git restore --staged unstages",
  },
  drops_stash: {
    rule: "git-stash-dropped",
    why: "what was stashed would be gone",
    instead: "git stash apply, which keeps the stash, or ask the human to drop it",
  },
  deletes_branch: {
    rule: "git-branch-deleted",
    why: "commits that are nowhere else would be lost",
    instead: "git branch -d, which only deletes what is merged, or ask the human",
  },
  moves_branch: {
    rule: "git-branch-moved",
    why: "the branch would leave commits behind that no other one has",
    instead: "start a branch of another name (git switch -c NEW-NAME START), or ask the human",
  },
  loses_commits: {
    rule: "git-commits-lost",
    why: "commits that no branch has would be lost",
    instead: "start a branch there first (git branch NEW-NAME COMMIT), or ask the human",
  },
  prunes_objects: {
    rule: "git-objects-pruned",
    why: "what was committed or added and is in no branch any more would be gone for good",
    instead: "git gc, which keeps what is younger than two weeks, or ask the human to do this",
  },
  defines_alias: {
    rule: "git-inline-alias",
    why: "an alias for one command hides what git does",
    instead: "write out the command that the alias stands for",
  },
  hides_setting: {
    rule: "git-hidden-setting",
    why: "a setting from a variable hides what git does",
    instead: "give the setting itself, with -c NAME=VALUE",
  },
};
