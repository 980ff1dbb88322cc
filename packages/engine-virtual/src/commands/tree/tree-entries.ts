import { dirname } from "node:path/posix";

import { FileError } from "../../files/errors.ts";
import { globMatcher } from "../glob-match.ts";
import { byText } from "../ls-order.ts";
import { sizeOf } from "../ls-long.ts";
import { joined } from "../operands.ts";
import { ignoreRules } from "../rg/ignore-rule.ts";
import { isIgnored, type IgnoreScope } from "../rg/ignore-files.ts";
import { statusAt } from "../transfer.ts";
import type { TreeNode } from "./tree-node.ts";
import { orderOf, type TreeCall, type TreeOrder } from "./tree-options.ts";
import { versionOrder } from "./version-order.ts";

type Order = (one: TreeNode, other: TreeNode) => number;

const byName: Order = (one, other) => byText(one.name, other.name);
const byTime: Order = (one, other) =>
  one.status.modified - other.status.modified || byName(one, other);

const ORDERS: Readonly<Record<TreeOrder, Order>> = {
  name: byName,
  byVersion: (one, other) => versionOrder(one.name, other.name),
  bySize: (one, other) => sizeOf(other.status) - sizeOf(one.status) || byName(one, other),
  byTime,
  byChange: byTime,
  unsorted: () => 0,
};

/** What a directory is listed by: the ignore files, and how many levels are shown of it. */
interface Within {
  readonly scope: IgnoreScope | undefined;
  readonly levels: number;
}

type Matcher = (name: string, isDirectory: boolean) => boolean;

/** `*.js|lib/`: several patterns in one; a slash behind it is for directories alone, `^` negates a set. */
function patternsOf({ options }: TreeCall, key: "ignore" | "only"): Matcher {
  const ignoreCase = options.has("ignoreCase");
  const matchers = options
    .values(key)
    .flatMap((text) => text.split("|"))
    .map((pattern) => {
      const glob = pattern.replace(/\/$/, "").replaceAll("[!", String.raw`[\!`);
      const matches = globMatcher(glob, ignoreCase);
      return { matches, isForDirectories: pattern.endsWith("/") };
    });
  return (name, isDirectory) =>
    matchers.some((one) => (isDirectory || !one.isForDirectories) && one.matches(name));
}

/** What is shown of a directory, and in which order. */
export class TreeEntries {
  readonly #call: TreeCall;
  readonly #order: Order;
  readonly #isIgnored: Matcher;
  readonly #isWanted: Matcher;

  constructor(call: TreeCall) {
    this.#call = call;
    this.#order = ORDERS[orderOf(call)];
    this.#isIgnored = patternsOf(call, "ignore");
    this.#isWanted = call.options.has("only") ? patternsOf(call, "only") : () => true;
  }

  /** What git's ignore file in a directory adds to those above it. */
  scope(path: string, above: IgnoreScope | undefined): IgnoreScope | undefined {
    const { options, invocation } = this.#call;
    const { files, resolve } = invocation;
    if (!options.has("gitIgnore")) return undefined;
    const directory = resolve(path);
    const file = joined(directory, ".gitignore");
    const text = files.exists(file) ? Buffer.from(files.read(file)).toString() : "";
    return { directory, above, files: [ignoreRules(text)], isRepository: false };
  }

  /** Sorted; with `--prune` without the directories that nothing would be shown of. */
  of(path: string, within: Within): readonly TreeNode[] {
    const { options, invocation } = this.#call;
    const { files, resolve } = invocation;
    const nodes = files
      .list(resolve(path))
      .filter(({ name }) => options.has("all") || !name.startsWith("."))
      .map(({ name }) => this.nodeAt(joined(path, name), name))
      .filter((node) => this.#isShown(node, within));
    return this.#sorted(nodes);
  }

  nodeAt(path: string, name: string): TreeNode {
    const { files, resolve } = this.#call.invocation;
    const full = resolve(path);
    const status = files.lstat(full);
    const target = status.kind === "link" ? files.readLink(full) : undefined;
    const isDirectory = this.#isDirectory(path);
    const isFollowed = isDirectory && this.#call.options.has("links");
    if (target === undefined || !isFollowed) return { name, path, status, isDirectory, target };
    // What is followed goes by the path of what it leads to.
    return {
      name,
      path: target.startsWith("/") ? target : joined(dirname(path), target),
      status,
      isDirectory,
      target,
    };
  }

  #isDirectory(path: string): boolean {
    try {
      return statusAt(this.#call.invocation, path, true)?.kind === "directory";
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  #isShown(node: TreeNode, within: Within): boolean {
    const { options } = this.#call;
    const { isDirectory, name, status } = node;
    const isReal = status.kind === "directory";
    if (this.#isLeftOut(node, within.scope)) return false;
    if (options.has("directories")) return isDirectory;
    if (!isReal && !this.#isWanted(name, false)) return false;
    if (!options.has("prune") || !isDirectory) return true;
    return isReal ? this.#hasShown(node, within) : options.has("links");
  }

  #isLeftOut({ name, path, status }: TreeNode, scope: IgnoreScope | undefined): boolean {
    const isReal = status.kind === "directory";
    if (this.#isIgnored(name, isReal)) return true;
    const full = this.#call.invocation.resolve(path);
    return scope !== undefined && isIgnored(scope, full, isReal);
  }

  #hasShown({ path }: TreeNode, { scope, levels }: Within): boolean {
    const below: Within = { scope: this.scope(path, scope), levels: levels - 1 };
    return levels > 1 && this.of(path, below).length > 0;
  }

  #sorted(nodes: readonly TreeNode[]): readonly TreeNode[] {
    const { options } = this.#call;
    const sorted = nodes.toSorted(this.#order);
    if (options.has("reverse")) sorted.reverse();
    const first = options.last("directoriesFirst", "filesFirst");
    if (first === undefined) return sorted;
    const isFirst = (node: TreeNode): boolean =>
      node.isDirectory === (first === "directoriesFirst");
    return [...sorted.filter(isFirst), ...sorted.filter((node) => !isFirst(node))];
  }
}
