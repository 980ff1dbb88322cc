import type { BlobStore } from "./blob-store.ts";
import { openDevice } from "./devices.ts";
import { FileError } from "./errors.ts";
import type { Entry, Files, FileStatus, OpenFile, OpenHow, Usage } from "./files.ts";
import type { Following, OwnPlace, Place } from "./find-place.ts";
import { findPlace, ownPlace } from "./find-place.ts";
import { HardLinks } from "./hard-links.ts";
import { entriesAt, existsAt, linkTargetAt, nodeAt, realPathAt, statusOf } from "./look.ts";
import { memoryBlobs } from "./memory-blobs.ts";
import type { HandleOwner } from "./open-handles.ts";
import { OpenHandles } from "./open-handles.ts";
import { withoutSlashes } from "./path-names.ts";
import { checkCopy, checkMove } from "./check-move.ts";
import { checkOpen } from "./check-open.ts";
import type { FileNode, Tree, TreeNode } from "./tree.ts";
import { emptyDirectory, EMPTY_TREE } from "./tree.ts";
import type { FileLimits } from "./tree-editor.ts";
import { TreeEditor } from "./tree-editor.ts";

export interface MemoryFilesOptions {
  readonly limits: FileLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly tree?: Tree;
  /** Where content is kept: in memory, unless another place is given. */
  readonly blobs?: BlobStore;
}

interface Filling {
  readonly path: string;
  readonly content: Uint8Array;
  readonly mode: number;
}

/** Between two changes passes at least a microsecond, so that the later one is newer. */
const STEP = 0.001;
const FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o755;

const keyOf = (names: readonly string[]): string => `/${names.join("/")}`;

/** Files in memory: an immutable tree, whose root each change replaces. */
export class MemoryFiles implements Files {
  readonly #editor: TreeEditor;
  readonly #blobs: BlobStore;
  readonly #now: () => number;
  readonly #handles = new OpenHandles();
  readonly #links: HardLinks;
  #owner: HandleOwner | undefined;
  #changed = 0;

  constructor({ limits, now, tree = EMPTY_TREE, blobs = memoryBlobs }: MemoryFilesOptions) {
    this.#editor = new TreeEditor(tree, limits);
    this.#links = new HardLinks(tree.sharedNames);
    this.#blobs = blobs;
    this.#now = now;
  }

  stat(path: string): FileStatus {
    return this.#statusAt(this.#following(path));
  }

  lstat(path: string): FileStatus {
    return this.#statusAt(this.#notFollowing(path));
  }

  exists(path: string): boolean {
    return existsAt(this.#following(path));
  }

  list(path: string): readonly Entry[] {
    return entriesAt(this.#following(path));
  }

  readLink(path: string): string {
    return linkTargetAt(this.#notFollowing(path));
  }

  realPath(path: string): string {
    return realPathAt(this.#following(path));
  }

  read(path: string): Uint8Array {
    const node = nodeAt(this.#following(path));
    if (node.kind === "directory") throw new FileError("EISDIR", path);
    if (node.kind !== "file") throw new FileError("EINVAL", path);
    return this.#blobs.get(node.blob);
  }

  write(path: string, content: Uint8Array, mode = FILE_MODE): void {
    const place = findPlace(this.#following(path));
    if (place.node?.kind === "device") openDevice(place.node, path).write(content);
    else this.#fill(place, { path, content, mode });
  }

  open(path: string, how: OpenHow): OpenFile {
    const place = findPlace(this.#following(path));
    const { node, names } = place;
    if (node?.kind === "device") return openDevice(node, path);
    checkOpen(node, how, path);
    if (node === undefined || how.truncate === true) {
      this.#fill(place, { path, content: new Uint8Array(), mode: how.mode ?? FILE_MODE });
    }
    return this.#handles.open(keyOf(names), how, this.#handleOwner());
  }

  makeDirectory(path: string, mode = DIRECTORY_MODE): void {
    const place = findPlace(this.#notFollowing(withoutSlashes(path)));
    if (place.node !== undefined) throw new FileError("EEXIST", path);
    const modified = this.#time();
    this.#set(ownPlace(place, path), emptyDirectory(mode, modified), modified);
  }

  remove(path: string, { recursive = false } = {}): void {
    const place = this.#ownThere(withoutSlashes(path), false);
    const { names, node } = place;
    if (names.length === 0) throw new FileError("EBUSY", path);
    if (node.kind === "directory" && !recursive && node.nodes > 0) {
      throw new FileError("ENOTEMPTY", path);
    }
    this.#gone(keyOf(names));
    this.#set(place, undefined);
  }

  move(from: string, to: string): void {
    const source = this.#ownThere(withoutSlashes(from), false);
    const target = ownPlace(findPlace(this.#notFollowing(withoutSlashes(to))), to);
    if (keyOf(source.names) === keyOf(target.names)) return;
    checkMove({ source, target, path: to });
    this.#editor.judgeDepth(target.names, source.node);
    if (target.node !== undefined) this.#gone(keyOf(target.names));
    const modified = this.#time();
    this.#set(source, undefined, modified);
    this.#set(target, source.node, modified);
    this.#links.move(keyOf(source.names), keyOf(target.names));
    this.#handles.moved(keyOf(source.names), keyOf(target.names));
  }

  copy(from: string, to: string): void {
    const source = this.#ownThere(withoutSlashes(from), false);
    const target = ownPlace(findPlace(this.#notFollowing(withoutSlashes(to))), to);
    checkCopy({ source, target, path: to });
    // From here on both places see the same directories: neither may change them in place.
    if (source.node.kind === "directory") this.#editor.handOut();
    const modified = this.#time();
    this.#set(target, { ...source.node, modified }, modified);
    this.#links.remove(keyOf(target.names));
  }

  link(target: string, path: string): void {
    const place = findPlace(this.#notFollowing(path));
    if (place.node !== undefined) throw new FileError("EEXIST", path);
    if (target === "") throw new FileError("ENOENT", path);
    const modified = this.#time();
    this.#set(ownPlace(place, path), { kind: "link", target, modified }, modified);
  }

  addName(path: string, added: string): void {
    const source = this.#ownThere(path, false);
    if (source.node.kind === "directory") throw new FileError("EPERM", path);
    const target = ownPlace(findPlace(this.#notFollowing(added)), added);
    if (target.node !== undefined) throw new FileError("EEXIST", added);
    this.#set(target, source.node);
    this.#links.add(keyOf(source.names), keyOf(target.names));
  }

  setMode(path: string, mode: number): void {
    const place = this.#ownThere(path, true);
    if (place.node.kind !== "link") this.#change(place, { ...place.node, mode });
  }

  setModified(path: string, modified = this.#time()): void {
    const place = this.#ownThere(path, true);
    this.#change(place, { ...place.node, modified });
  }

  atomically<Result>(work: () => Result): Result {
    const before = this.tree();
    try {
      return work();
    } catch (error) {
      this.#editor.replaceAll(before);
      this.#links.restore(before.sharedNames);
      throw error;
    }
  }

  usage(): Usage {
    const { bytes, nodes, directories } = this.#editor.root;
    return { bytes, files: nodes - directories, directories };
  }

  limits(): FileLimits {
    return this.#editor.limits;
  }

  tree(): Tree {
    const tree = this.#editor.handOut();
    const { shared } = this.#links;
    return shared === undefined ? tree : { ...tree, sharedNames: shared };
  }

  restore(tree: Tree): void {
    this.#editor.judgeTree(tree);
    this.#handles.removed("");
    this.#editor.replaceAll(tree);
    this.#links.restore(tree.sharedNames);
  }

  /** What is open by a name that goes stays open by another one of the same file. */
  #gone(key: string): void {
    const other = this.#links.namesOf(key).find((name) => name !== key);
    if (other === undefined) this.#handles.removed(key);
    else this.#handles.moved(key, other);
    this.#links.remove(key);
  }

  #statusAt(asked: Following): FileStatus {
    const status = statusOf(nodeAt(asked));
    if (this.#links.shared === undefined || status.kind === "directory") return status;
    const names = this.#links.namesOf(keyOf(findPlace(asked).names));
    return names.length > 1 ? { ...status, names } : status;
  }

  #following(path: string): Following {
    return { root: this.#editor.root, path, last: true };
  }

  #notFollowing(path: string): Following {
    return { root: this.#editor.root, path, last: false };
  }

  #ownThere(path: string, last: boolean): OwnPlace & { readonly node: TreeNode } {
    const place = ownPlace(findPlace({ root: this.#editor.root, path, last }), path);
    if (place.node === undefined) throw new FileError("ENOENT", path);
    return { names: place.names, node: place.node };
  }

  #set({ names, node: replaced }: OwnPlace, node: TreeNode | undefined, time?: number): void {
    this.#editor.apply({ names, node, modified: time ?? this.#time() }, replaced);
  }

  /** Changes what is there, under each of its names. */
  #change(place: OwnPlace, node: TreeNode, time?: number): void {
    const names = this.#links.namesOf(keyOf(place.names));
    if (names.length === 1) this.#set(place, node, time);
    else
      this.atomically(() =>
        names.forEach((key) => this.#set(this.#ownThere(key, false), node, time)),
      );
  }

  /** Gives a file new content, or makes it. */
  #fill(place: Place, { path, content, mode }: Filling): void {
    const own = ownPlace(place, path);
    const { node } = own;
    if (node?.kind === "directory") throw new FileError("EISDIR", path);
    const before = node?.kind === "file" ? node.blob.size : 0;
    this.#judge(content.length, content.length - before);
    const modified = this.#time();
    const file: FileNode = {
      kind: "file",
      blob: this.#blobs.put(content),
      mode: node?.kind === "file" ? node.mode : mode,
      modified,
    };
    this.#change(own, file, modified);
  }

  /** Before content is stored, so that a store never takes what is refused. */
  #judge(size: number, growth: number): void {
    this.#editor.judgeFileSize(size);
    this.#editor.judgeGrowth(growth, 0);
  }

  #time(): number {
    this.#changed = Math.max(this.#now(), this.#changed + STEP);
    return this.#changed;
  }

  #handleOwner(): HandleOwner {
    const file = (key: string): FileNode => {
      const node = nodeAt(this.#notFollowing(key));
      if (node.kind !== "file") throw new FileError("EINVAL", key);
      return node;
    };
    this.#owner ??= {
      contentAt: (key) => file(key).blob,
      replaceContent: (key, blob) => {
        const place = this.#ownThere(key, false);
        const modified = this.#time();
        this.#change(place, { ...file(key), blob, modified }, modified);
      },
      judge: (size, growth) => this.#judge(size, growth),
      blobs: this.#blobs,
    };
    return this.#owner;
  }
}
