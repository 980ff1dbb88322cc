import type { WorkspaceIdentity } from "@agent-sandbox/core";

/** The part of a name that people read: what Docker's `[a-zA-Z0-9][a-zA-Z0-9_.-]*` cannot hold becomes `-`. */
function readable(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_.-]+/g, "-").slice(0, 64);
}

/** Container name of seed 002, "Container Naming": the hash keeps equal names of two paths apart. */
export function containerName(workspace: WorkspaceIdentity): string {
  return `agent-sandbox-${readable(workspace.name)}-${workspace.hash}`;
}

/** The image that `init` and `build` make for a workspace; repository names are lower case. */
export function repoImageName(workspace: WorkspaceIdentity): string {
  // A separator may not stand at either end of a path component, nor twice in a row but for "--".
  const middle = readable(workspace.name)
    .toLowerCase()
    .replaceAll(/[_.-]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return middle === ""
    ? `agent-sandbox-${workspace.hash}`
    : `agent-sandbox-${middle}-${workspace.hash}`;
}

/** A host name is one DNS label (RFC 1123): letters, digits and inner hyphens, at most 63. */
export function hostName(workspace: WorkspaceIdentity): string {
  const label = workspace.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return label.slice(0, 63).replaceAll(/^-+|-+$/g, "") || "sandbox";
}
