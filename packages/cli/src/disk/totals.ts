import { distinctBytes, type KeptItem } from "@agent-sandbox/engine-docker";

import type { WorkspaceFacts } from "../clean/clean-facts.ts";
import { bytesOf } from "../clean/judge-transcripts.ts";
import type { KeptTranscript } from "../clean/kept-transcripts.ts";

/** Bytes; layers that images share count once. */
export type Totals = Readonly<
  Record<"containers" | "images" | "volumes" | "transcripts" | "all", number>
>;

export interface Disk {
  readonly items: readonly KeptItem[];
  /** Those that were looked into. */
  readonly shelves: readonly WorkspaceFacts[];
  readonly transcripts: readonly KeptTranscript[];
  readonly totals: Totals;
}

export function totalsOf({
  items,
  transcripts: files,
}: Pick<Disk, "items" | "transcripts">): Totals {
  const sum = (kind: KeptItem["kind"]) =>
    items.filter((item) => item.kind === kind).reduce((bytes, item) => bytes + item.bytes, 0);
  const images = distinctBytes(items.flatMap(({ image }) => image ?? []));
  const [containers, volumes] = [sum("container"), sum("volume")];
  const transcripts = bytesOf(files);
  const all = containers + images + volumes + transcripts;
  return { containers, images, volumes, transcripts, all };
}
