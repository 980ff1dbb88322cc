export { branchIdentity } from "./branch/branch-identity.ts";
export { dropBranch, type DropRequest } from "./drop/drop-branch.ts";
export { provisionBranches } from "./provision/provision-branches.ts";
export type { BranchRequest, ProvisionedBranch } from "./provision/provisioned-branch.ts";
export {
  diffBranch,
  reviewBranch,
  type BranchReview,
  type ReviewedCommit,
} from "./review/review-branch.ts";
export type { JudgedChange } from "./review/judge-changes.ts";
export type { SessionPaths, ShelfSettings } from "./shelf/settings.ts";
export { branchStates, type BranchState } from "./states/branch-states.ts";
export type { LastCommit } from "./states/last-commits.ts";
export { deliverBranch, type Delivery, type DeliverRequest } from "./deliver/deliver-branch.ts";
export { mergeBranch, type Merged, type MergeRequest } from "./merge/merge-branch.ts";
export { lookIntoOrphan } from "./clean/look-into-orphan.ts";
export { lookIntoShelf } from "./clean/look-into-shelf.ts";
export { isWorthPacking, packShelf } from "./clean/pack-shelf.ts";
export type { ShelfBranch, ShelfContents } from "./clean/shelf-contents.ts";
