import { isBuiltOn, type KeptItem } from "@agent-sandbox/engine-docker";

import type { CleanFacts, CleanOptions, Removal } from "./clean-facts.ts";
import { IN_USE, NOT_ASKED, tooYoung, unless, type Verdict } from "./verdict.ts";

/** An image without a name may be part of a build that goes on, in milliseconds. */
const BUILD = 3_600_000;

interface ImageScene {
  readonly facts: CleanFacts;
  readonly options: CleanOptions;
  /** The containers and images that go. */
  readonly gone: readonly Removal[];
}

/** Whether an image goes: one that a newer took its name from, or whose workspace is gone. */
export function judgeImage(item: KeptItem, { facts, options, gone }: ImageScene): Verdict {
  const isGone = new Set(gone.map((removal) => removal.item?.id));
  const stays = ({ id }: { readonly id: string }) => !isGone.has(id);
  const isBase = (other: KeptItem) =>
    other.id !== item.id && other.image && item.image && isBuiltOn(other.image, item.image);
  const isUsed =
    item.users.some(stays) || facts.items.some((other) => isBase(other) && stays(other));
  const reason = whyUseless(item, facts);
  if (reason === undefined) return NOT_ASKED;
  return unless([isUsed && IN_USE, tooYoung(item.lastUsed, options, facts.now)], reason);
}

function whyUseless(item: KeptItem, facts: CleanFacts): string | undefined {
  if (item.image === undefined || item.role === "system-image") return undefined;
  return item.image.tags.length === 0 ? whyNameless(item, facts) : whyOrphaned(item, facts);
}

function whyNameless({ image, created }: KeptItem, { now }: CleanFacts): string | undefined {
  if (image?.wasTagged === true) return "a newer one has its name";
  return now.getTime() - created.getTime() > BUILD ? "a build left it" : undefined;
}

function whyOrphaned(
  { role, image, workspaceHash }: KeptItem,
  { workspaces }: CleanFacts,
): string | undefined {
  const isOwn = image?.tags.every((tag) => tag.startsWith("agent-sandbox-")) ?? false;
  const isOrphan = workspaces.get(workspaceHash ?? "")?.isThere === false;
  return role === "workspace-image" && isOwn && isOrphan ? "its workspace is gone" : undefined;
}
