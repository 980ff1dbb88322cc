import { relative } from "node:path";

import { type AcceptedFile, digestOf, type FileLayer } from "@agent-sandbox/host";
import { type Widening, wideningsOf } from "@agent-sandbox/policy";

/** A file of a workspace that asks for something, by its path in the workspace. */
export interface AskingFile extends AcceptedFile {
  readonly widenings: readonly Asked[];
}

/** One thing that a file asks for. */
interface Asked extends Pick<Widening, "what"> {
  /** Where in the file, for people; undefined where it is all of it. */
  readonly place?: string;
}

/** The workspace's configuration as it was read; undefined where it opens nothing. Pure. */
export function askingConfig(
  layers: readonly FileLayer[],
  places: { readonly workspace: string; readonly home: string },
): AskingFile | undefined {
  const widenings = wideningsOf(layers, places);
  const layer = layers.find(({ source }) => source.layer === "project");
  const file = layer?.source.file;
  if (widenings.length === 0 || layer === undefined || file === undefined) return undefined;
  return {
    file: relative(places.workspace, file),
    digest: digestOf(layer.text),
    widenings: widenings.map(({ what, source: { key, line } }) => ({
      what,
      place: line === undefined ? key : `line ${line.toString()}, ${key}`,
    })),
  };
}
