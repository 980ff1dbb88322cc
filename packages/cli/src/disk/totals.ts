import { distinctBytes, type KeptItem } from "@agent-sandbox/engine-docker";

import type { WorkspaceFacts } from "../clean/clean-facts.ts";

/** Bytes; layers that images share count once. */
export type Totals = Readonly<Record<"containers" | "images" | "volumes" | "all", number>>;

export interface Disk {
  readonly items: readonly KeptItem[];
  /** Those that were looked into. */
  readonly shelves: readonly WorkspaceFacts[];
  readonly totals: Totals;
}

export function totalsOf(items: readonly KeptItem[]): Totals {
  const sum = (kind: KeptItem["kind"]) =>
    items.filter((item) => item.kind === kind).reduce((bytes, item) => bytes + item.bytes, 0);
  const images = distinctBytes(items.flatMap(({ image }) => image ?? []));
  const [containers, volumes] = [sum("container"), sum("volume")];
  return { containers, images, volumes, all: containers + images + volumes };
}
