import { stat } from "node:fs/promises";

import { type GitSession, SandboxError } from "@agent-sandbox/core";
import { type KeptItem, openGitSession, shelfOwner } from "@agent-sandbox/engine-docker";
import { lookIntoOrphan, lookIntoShelf, type ShelfContents } from "@agent-sandbox/workspace";

import { inShelf, type ShelfRequest } from "../in-shelf.ts";
import type { Context } from "../engine-ports.ts";
import type { ShelfFacts, WorkspaceFacts } from "./clean-facts.ts";
import { identityOf, isThere, type KnownWorkspace } from "./known-workspaces.ts";

/** What is known of a workspace, its shelf looked into. */
export async function lookAtWorkspace(
  workspace: KnownWorkspace,
  items: readonly KeptItem[],
  context: Context,
): Promise<WorkspaceFacts> {
  const about = { ...workspace, isThere: await isThere(workspace) };
  const shelf = items.find(
    ({ role, workspaceHash }) => role === "shelf" && workspaceHash === workspace.hash,
  );
  if (shelf === undefined) return { ...about, shelf: undefined };
  return { ...about, shelf: await look(about, { shelf, items }, context) };
}

interface Shelf {
  readonly shelf: KeptItem;
  readonly items: readonly KeptItem[];
}

/** One shelf that cannot be looked into must not hinder the others. */
async function look(
  workspace: KnownWorkspace & { readonly isThere: boolean },
  { shelf, items }: Shelf,
  context: Context,
): Promise<ShelfFacts> {
  try {
    if (workspace.path === undefined) return { problem: "no label tells whose it is" };
    const image = imageFor(workspace.hash, items);
    if (!workspace.isThere) return await lookWithoutHost(workspace, { shelf, image }, context);
    const request = await shelfRequest(workspace, image);
    return await inShelf(request, context, ({ session, settings }) =>
      lookIntoShelf(session, settings),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof SandboxError && error.code !== "ENGINE_UNAVAILABLE")
      return { problem: error.message };
    throw error;
  }
}

/** Who works on the shelf of a workspace whose folder is there. */
export async function shelfRequest(
  workspace: KnownWorkspace,
  image: string,
): Promise<ShelfRequest> {
  const identity = identityOf(workspace);
  const { uid, gid } = await stat(identity.path);
  return { workspace: identity, user: { uid, gid }, image };
}

/** What is in the shelf of a workspace that is gone. */
export async function lookWithoutHost(
  workspace: KnownWorkspace,
  { shelf, image }: { readonly shelf: Pick<KeptItem, "bytes">; readonly image: string },
  { ports, signal }: Context,
): Promise<ShelfFacts> {
  const identity = identityOf(workspace);
  const user = await shelfOwner(ports.docker, { workspace: identity, image });
  if (user === undefined) return shelf.bytes === 0 ? NOTHING : { problem: "it is root's" };
  const request = { workspace: identity, user, image, commonGitDir: undefined, withoutHost: true };
  await using session: GitSession = await openGitSession(request, ports, signal);
  return await lookIntoOrphan(session);
}

const NOTHING: ShelfContents = {
  branches: [],
  otherRisk: undefined,
  objects: { bytes: 0, loose: 0, packs: 0 },
};

/** Pure: the image that has git for a workspace's shelf. Fails with IMAGE_MISSING where none has. */
export function imageFor(hash: string, items: readonly KeptItem[]): string {
  const named = items.filter(({ image }) => image !== undefined && image.tags.length > 0);
  const own = named.find(
    ({ role, workspaceHash }) => role === "workspace-image" && workspaceHash === hash,
  );
  const [base] = named
    .filter(({ role }) => role === "base-image")
    .toSorted((a, b) => b.created.getTime() - a.created.getTime());
  const chosen = own ?? base;
  if (chosen !== undefined) return chosen.name;
  throw new SandboxError(
    "IMAGE_MISSING",
    "Cannot look into the repo shelf: there is no base image",
    { hint: 'Build it with "agent-sandbox build-base"' },
  );
}
