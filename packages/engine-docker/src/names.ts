import type { WorkspaceIdentity } from "@agent-sandbox/core";

const LONGEST_IMAGE_NAME = 60;

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

/**
 * The image of a workspace, `name:tag`. Docker allows fewer characters than a directory's name may
 * have; the hash keeps two workspaces apart.
 */
export function repoImageName({ name, hash }: Pick<WorkspaceIdentity, "name" | "hash">): string {
  const clean = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_IMAGE_NAME)
    .replace(/^-+|-+$/g, "");
  return `${["agent-sandbox", clean, hash].filter((part) => part !== "").join("-")}:latest`;
}
