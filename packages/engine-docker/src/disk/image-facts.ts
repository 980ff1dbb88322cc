import { createHash } from "node:crypto";

import type Docker from "dockerode";

import { dockerFailure } from "../failures.ts";
import { isAbsent } from "../answers.ts";
import type { ImageFacts, ImageLayer } from "./kept-item.ts";

/** One step of what an image was built by. */
export interface HistoryStep {
  readonly Created: number;
  readonly CreatedBy: string;
  readonly Size: number;
}

/** Undefined where the image has gone meanwhile. */
export async function imageFacts(docker: Docker, id: string): Promise<ImageFacts | undefined> {
  const image = docker.getImage(id);
  try {
    const [info, history] = await Promise.all([
      image.inspect(),
      image.history() as Promise<readonly HistoryStep[]>,
    ]);
    const { Metadata } = info as { readonly Metadata?: { readonly LastTagTime?: string } };
    return {
      tags: namesOf(info.RepoTags),
      // The year 1: never.
      wasTagged: Date.parse(String(Metadata?.LastTagTime)) > 0,
      layers: layersOf(history),
    };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw dockerFailure("look at the images", error);
  }
}

function namesOf(tags: readonly string[] | null | undefined): readonly string[] {
  return (tags ?? []).filter((tag) => tag !== "<none>:<none>");
}

/**
 * Pure; the daemon tells the newest step first. The ids of layers come without their sizes, and sizes
 * without ids; two images that share layers share the steps that made them, to the second.
 */
export function layersOf(history: readonly HistoryStep[]): readonly ImageLayer[] {
  let chain = "";
  return history.toReversed().map(({ Created, CreatedBy, Size }) => {
    const step = JSON.stringify([chain, Created, CreatedBy, Size]);
    chain = createHash("sha256").update(step).digest("hex");
    return { chain, bytes: Size };
  });
}

/** Pure: what images take together, each layer counted once. */
export function distinctBytes(images: readonly Pick<ImageFacts, "layers">[]): number {
  const sizes = new Map(
    images.flatMap(({ layers }) => layers.map(({ chain, bytes }) => [chain, bytes] as const)),
  );
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Pure: whether `image` was built on `base`, or is the same. */
export function isBuiltOn(
  image: Pick<ImageFacts, "layers">,
  base: Pick<ImageFacts, "layers">,
): boolean {
  const top = base.layers.at(-1)?.chain;
  return top !== undefined && image.layers.some(({ chain }) => chain === top);
}
