import { createHash } from "node:crypto";

import type { BranchIdentity, WorkspaceIdentity } from "@agent-sandbox/core";

const LONGEST_IMAGE_NAME = 60;

/** The part of a name that people read: what Docker's `[a-zA-Z0-9][a-zA-Z0-9_.-]*` cannot hold becomes `-`. */
function readable(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_.-]+/g, "-").slice(0, 64);
}

/** Whose container it is: one of people's, or that of a named agent. */
export interface ContainerOwner {
  readonly workspace: WorkspaceIdentity;
  readonly branch?: BranchIdentity | undefined;
  readonly agent?: { readonly name: string } | undefined;
}

/**
 * Container name of seed 002, "Container Naming": the hash keeps equal names of two paths apart, and
 * the branch's key its branches. An agent's is behind the hash, where no other's has a dot.
 */
export function containerName({ workspace, branch, agent }: ContainerOwner): string {
  const parts = [workspace.name, ...(branch ? [branchPart(branch)] : [])].map(readable);
  const name = ["agent-sandbox", ...parts, workspace.hash].join("-");
  return agent === undefined ? name : `${name}.${agentPart(agent.name)}`;
}

/** Shorter than a hash behind a hyphen, which is how the names of the others end. */
const LONGEST_AGENT = 32;

function agentPart(name: string): string {
  const shown = name.replaceAll(/[^a-zA-Z0-9_-]+/g, "-");
  if (shown === name && name.length <= LONGEST_AGENT) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${shown.slice(0, LONGEST_AGENT - 9)}-${hash}`;
}

/** Two keys that read alike are told apart by a hash of the branch's name. */
function branchPart({ name, key }: BranchIdentity): string {
  if (readable(key) === key) return key;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${readable(key).slice(0, 55)}-${hash}`;
}

/** The container that receives the pushes of a workspace's branches. */
export function gateName(workspace: WorkspaceIdentity): string {
  return `agent-sandbox-gate-${readable(workspace.name)}-${workspace.hash}`;
}

/** A host name is one DNS label (RFC 1123): letters, digits and inner hyphens, at most 63. */
export function hostName({ workspace, branch, agent }: ContainerOwner): string {
  const name = [workspace.name, branch?.name, agent?.name].filter(Boolean).join("-");
  const label = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
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
