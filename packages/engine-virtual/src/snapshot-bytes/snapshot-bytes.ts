import type { BlobStore } from "../files/blob-store.ts";
import { memoryBlobs } from "../files/memory-blobs.ts";
import { OWN_COMMANDS } from "../sandbox/command-table.ts";
import { openState } from "../sandbox/open-state.ts";
import { settingsOf } from "../sandbox/options.ts";
import { snapshotOf, stateOf, type VirtualSnapshot } from "../sandbox/snapshot.ts";
import { Shell } from "../shell/shell.ts";
import { ContentList, takeContents } from "./contents.ts";
import { record, refuse, text } from "./field.ts";
import { frame, unframe } from "./frame.ts";
import { startOf, storeShell, takeShell } from "./store-shell.ts";
import { storeTree } from "./store-tree.ts";
import { takeTree } from "./take-tree.ts";

export interface SnapshotStorage {
  /** The `blobs` of the sandboxes that it is of and for, where they have their own. */
  readonly blobs?: BlobStore;
}

/**
 * A snapshot as bytes: files, directory, variables, functions, options and its time. Each content is in
 * it once, named by its SHA-256.
 */
export function snapshotToBytes(
  snapshot: VirtualSnapshot,
  { blobs = memoryBlobs }: SnapshotStorage = {},
): Uint8Array {
  const { shell, tree } = stateOf(snapshot);
  const contents = new ContentList(blobs);
  const manifest = {
    takenAt: snapshot.takenAt.toISOString(),
    shell: storeShell(shell),
    tree: storeTree(tree, contents),
    contents: contents.stored,
  };
  return frame(JSON.stringify(manifest), contents.bytes);
}

/**
 * The snapshot that bytes are. Fails with SNAPSHOT_INVALID where they are cut off, changed, of a later
 * version, or what no sandbox could have saved; the limits are judged where it is restored.
 */
export function snapshotFromBytes(
  bytes: Uint8Array,
  { blobs = memoryBlobs }: SnapshotStorage = {},
): VirtualSnapshot {
  const unframed = unframe(bytes);
  const manifest = record(unframed.manifest, "its manifest");
  const contents = takeContents(manifest["contents"], unframed.contents, blobs);
  const tree = takeTree(manifest["tree"], contents);
  return snapshotOf({ tree, shell: shellOf(manifest["shell"]) }, timeOf(manifest["takenAt"]));
}

/** It belongs to no sandbox: whoever restores it makes a fork of it. */
function shellOf(stored: unknown): Shell {
  const settings = settingsOf({});
  const commands = () => OWN_COMMANDS;
  const { shell, world } = openState({ settings, commands, kept: undefined, canWait: () => false });
  const { channels, cwd, parameters, variables } = shell;
  const parts = { world, variables, channels, cwd, parameters };
  const taken = new Shell(parts, startOf(stored));
  takeShell(taken, stored);
  return taken;
}

function timeOf(value: unknown): Date {
  const time = new Date(text(value, "its time"));
  return Number.isNaN(time.getTime()) ? refuse("its time") : time;
}
