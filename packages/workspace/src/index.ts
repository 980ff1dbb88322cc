export { branchIdentity } from "./branch/branch-identity.ts";
export { provisionBranches } from "./provision/provision-branches.ts";
export type { BranchRequest, ProvisionedBranch } from "./provision/provisioned-branch.ts";
export type { SessionPaths, ShelfSettings } from "./shelf/settings.ts";
