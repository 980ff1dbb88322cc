/** What tools call all the time, and every profile lets through. */
export const CONSTANT_COMMANDS = "rev-parse status ls-files cat-file rev-list for-each-ref";

/** These only look, or have no hook that could refuse anything. */
export const LOOKING_COMMANDS =
  "help version status log show blame annotate grep describe shortlog reflog rev-parse rev-list ls-files ls-tree ls-remote cat-file for-each-ref show-ref show-branch merge-base merge-tree merge-file name-rev cherry range-diff diff diff-files diff-index diff-tree check-ignore check-attr check-ref-format check-mailmap count-objects hash-object patch-id var whatchanged archive format-patch verify-commit verify-pack verify-tag stripspace interpret-trailers request-pull get-tar-commit-id fmt-merge-msg column fsck bugreport diagnose";

/** The other commands of git's own: what is none of these may be an alias. */
export const WORKING_COMMANDS =
  "add am apply bisect branch bundle checkout checkout-index cherry-pick clean clone commit commit-graph commit-tree config credential credential-cache credential-store daemon difftool fast-export fast-import fetch fetch-pack filter-branch for-each-repo gc hook http-push index-pack init init-db lfs maintenance merge merge-index mergetool mktag mktree multi-pack-index mv notes p4 pack-objects pack-refs prune prune-packed pull push read-tree rebase receive-pack refs remote repack replace replay rerere reset restore revert rm send-pack sparse-checkout stage stash submodule subtree svn switch symbolic-ref tag unpack-objects update-index update-ref update-server-info upload-pack worktree write-tree";

/** Commands whose hooks can refuse something. */
export const HOOKED_COMMANDS = "commit merge am rebase pull push cherry-pick revert";
