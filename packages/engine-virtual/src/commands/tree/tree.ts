import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import type { IgnoreScope } from "../rg/ignore-files.ts";
import { openOutput } from "../text/open-output.ts";
import { JsonWriter } from "./json-writer.ts";
import { TextWriter } from "./text-writer.ts";
import { TreeEntries } from "./tree-entries.ts";
import type { Placed, TreeCounts, TreeNode, TreeWriter } from "./tree-node.ts";
import { levelsOf, OPTIONS, type TreeCall } from "./tree-options.ts";

const NOT_OPENED = "error opening dir";

type Show = (text: string) => void;

interface Below {
  readonly entries: readonly TreeNode[];
  readonly scope: IgnoreScope | undefined;
  readonly problem: string | undefined;
}

interface Above {
  readonly lasts: readonly boolean[];
  readonly scope?: IgnoreScope | undefined;
}

const nothing = (problem?: string): Below => ({ entries: [], scope: undefined, problem });

/** Walks the trees of one call. */
class Walk {
  readonly #call: TreeCall;
  readonly #entries: TreeEntries;
  readonly #levels: number;
  readonly #writer: TreeWriter;
  readonly #show: Show;
  /** The directories that links led to, so that none leads in a circle. */
  readonly #entered = new Set<string>();
  readonly counts: TreeCounts = { directories: 0, files: 0 };
  failed = false;

  constructor(call: TreeCall, writer: TreeWriter, show: Show) {
    this.#call = call;
    this.#entries = new TreeEntries(call);
    this.#levels = levelsOf(call);
    this.#writer = writer;
    this.#show = show;
  }

  *top(operand: string): Running<void> {
    const node = this.#asked(operand);
    const name = this.#call.options.has("fullPath") ? operand.replace(/(?<=.)\/+$/, "") : operand;
    if (node === undefined) this.failed = true;
    const below =
      node?.isDirectory === true ? this.#below(node, name, { lasts: [] }) : nothing(NOT_OPENED);
    if (node?.isDirectory === false) this.counts.files += 1;
    else if (below.entries.length > 0 || (node !== undefined && below.problem !== undefined)) {
      this.counts.directories += 1;
    }
    const isOpened = below.entries.length > 0;
    const placed = { node, name, lasts: [], isOpened, problem: below.problem };
    yield* this.#place(placed, below);
  }

  *#place(placed: Placed, { entries, scope }: Below): Running<void> {
    this.#show(this.#writer.enter(placed));
    for (const [index, node] of entries.entries()) {
      yield;
      const lasts = [...placed.lasts, index === entries.length - 1];
      this.counts[node.isDirectory ? "directories" : "files"] += 1;
      const isEntered = lasts.length < this.#levels && this.#isEntered(node);
      const below = isEntered ? this.#below(node, node.path, { lasts, scope }) : nothing();
      const name = this.#call.options.has("fullPath") ? node.path : node.name;
      const isOpened = below.entries.length > 0;
      yield* this.#place({ node, name, lasts, isOpened, problem: below.problem }, below);
    }
    this.#show(this.#writer.leave(placed));
  }

  /** What an operand names; a link is followed, and is shown as what it leads to. */
  #asked(operand: string): TreeNode | undefined {
    try {
      return this.#entries.nodeAt(operand, operand);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  #isEntered({ isDirectory, status }: TreeNode): boolean {
    return status.kind === "directory" || (isDirectory && this.#call.options.has("links"));
  }

  #below({ status }: TreeNode, path: string, { lasts, scope: above }: Above): Below {
    const { files, resolve } = this.#call.invocation;
    try {
      const real = files.realPath(resolve(path));
      if (status.kind === "link" && this.#entered.has(real)) {
        return nothing("recursive, not followed");
      }
      this.#entered.add(real);
      const scope = this.#entries.scope(path, above);
      const levels = this.#levels - lasts.length;
      const entries = this.#entries.of(path, { scope, levels });
      const limit = Number(this.#call.options.value("fileLimit") ?? 0);
      if (limit === 0 || entries.length <= limit) return { entries, scope, problem: undefined };
      return nothing(`${entries.length} entries exceeds filelimit, not opening dir`);
    } catch (error) {
      if (error instanceof FileError) return nothing(NOT_OPENED);
      throw error;
    }
  }
}

/** Where the tree goes: a file of `-o` is there before anything is listed. */
function outputOf({ invocation, options }: TreeCall): { readonly write: Show; close(): void } {
  const operand = options.value("output");
  if (operand === undefined) {
    return { write: (text) => invocation.stdout.write(text), close: () => undefined };
  }
  try {
    return openOutput(invocation, operand);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`invalid filename '${operand}'`);
  }
}

function* run(call: TreeCall): Running<number> {
  const { options } = call;
  const output = outputOf(call);
  try {
    const show: Show = (text) => (text === "" ? undefined : output.write(text));
    const writer = options.has("json") ? new JsonWriter(call) : new TextWriter(call);
    const walk = new Walk(call, writer, show);
    show(writer.begin());
    for (const operand of options.operands.length === 0 ? ["."] : options.operands) {
      yield* walk.top(operand);
    }
    show(writer.end(walk.counts));
    return walk.failed ? 2 : 0;
  } finally {
    output.close();
  }
}

export const tree = defineCommand({
  name: "tree",
  description: "List the contents of directories as a tree",
  usage: "[OPTION]... [DIRECTORY]...",
  options: OPTIONS,
  run,
});
