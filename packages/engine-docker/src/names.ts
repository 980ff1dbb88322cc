import type { WorkspaceIdentity } from "@agent-sandbox/core";

/** The part of a name that people read: what Docker's `[a-zA-Z0-9][a-zA-Z0-9_.-]*` cannot hold becomes `-`. */
function readable(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_.-]+/g, "-").slice(0, 64);
}

/** Container name of seed 002, "Container Naming": the hash keeps equal names of two paths apart. */
export function containerName(workspace: WorkspaceIdentity): string {
  return `agent-sandbox-${readable(workspace.name)}-${workspace.hash}`;
}

/** A host name is one DNS label (RFC 1123): letters, digits and inner hyphens, at most 63. */
export function hostName(workspace: WorkspaceIdentity): string {
  const label = workspace.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return label.slice(0, 63).replaceAll(/^-+|-+$/g, "") || "sandbox";
}
