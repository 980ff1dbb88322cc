import { createHash } from "node:crypto";
import { dirname, join } from "node:path";

import type { LayerSource, PolicyLayer } from "@agent-sandbox/policy";

import { readJsonFile, writeJsonFile } from "../state/json-file.ts";
import { removeOld } from "../state/remove-old.ts";
import type { ReadConfig } from "./config-file.ts";

/** Remembers what files were parsed to, so that the schema is loaded for a changed file alone. */
export interface LayerMemo {
  /** Where nobody may write who may not change the configuration either: what it says is believed. */
  readonly directory: string;
  /** Names the parser: what another one made is not taken. */
  readonly parser: string;
}

/** A layer with the text of its file, of which it may be a section. */
export interface FileLayer extends PolicyLayer {
  readonly text: string;
}

/** A file that is not parsed again for so long is taken away when another one is remembered, in milliseconds. */
const KEPT = 30 * 86_400_000;

/** The layer of a file that was read. Fails as `parseLayer` does. */
export async function recallLayer(
  { value, text }: Pick<ReadConfig, "value" | "text">,
  source: LayerSource,
  memo: LayerMemo | undefined,
): Promise<FileLayer> {
  const file = memo && join(memo.directory, `${keyOf(memo, text, source)}.json`);
  const known = file === undefined ? undefined : readJsonFile(file);
  if (isRecord(known)) return { source, policy: known, text };
  // Loaded where it is needed, since the schema comes with it.
  const { parseLayer } = await import("./parse-layer.ts");
  const layer = parseLayer(value, source);
  // What cannot be remembered is parsed again the next time.
  if (file !== undefined) await remember(file, layer.policy).catch(() => undefined);
  return { ...layer, text };
}

/** All that a layer follows from. */
function keyOf({ parser }: LayerMemo, text: string, { layer, file, section }: LayerSource): string {
  const origin = JSON.stringify([parser, layer, file, section, text]);
  return createHash("sha256").update(origin).digest("hex");
}

async function remember(file: string, policy: PolicyLayer["policy"]): Promise<void> {
  await writeJsonFile(file, policy);
  removeOld(dirname(file), { kept: KEPT, now: new Date() });
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
