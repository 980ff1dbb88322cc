import { Buffer } from "node:buffer";

import { encodeText } from "../../../shell/text.ts";
import type { Invocation, Output } from "../../command.ts";
import { complain } from "../../define-command.ts";
import { joined, lastName } from "../../operands.ts";

/** Keeps what is written to a file that is being edited, until it has been read to its end. */
export class InPlace implements Output {
  readonly #invocation: Invocation;
  /** What the name of the old file gets; empty where it is not kept. */
  readonly #suffix: string;
  readonly #followsLinks: boolean;
  #chunks: Uint8Array[] = [];
  #operand = "";

  constructor(
    invocation: Invocation,
    { suffix, followsLinks }: { readonly suffix: string; readonly followsLinks: boolean },
  ) {
    this.#invocation = invocation;
    this.#suffix = suffix;
    this.#followsLinks = followsLinks;
  }

  write(content: Uint8Array | string): void {
    this.#chunks.push(typeof content === "string" ? encodeText(content) : content);
  }

  /** Whether a file can be edited; what is not there is said by whoever reads it. */
  starts(operand: string): boolean {
    const { files, resolve } = this.#invocation;
    const path = resolve(operand);
    if (operand !== "-" && files.exists(path) && files.stat(path).kind === "file") {
      this.#operand = operand;
      this.#chunks = [];
      return true;
    }
    if (operand !== "-" && !files.exists(path)) return true;
    complain(this.#invocation, `couldn't edit ${operand}: not a regular file`);
    return false;
  }

  ends(): void {
    const { files, resolve } = this.#invocation;
    const path = this.#followsLinks
      ? files.realPath(resolve(this.#operand))
      : resolve(this.#operand);
    const { mode } = files.stat(path);
    if (this.#suffix !== "") files.copy(path, resolve(this.#backup()));
    const { kind, names } = files.lstat(path);
    files.atomically(() => {
      // A file of its own takes the place of a link, and of one name of several.
      if (kind === "link" || names !== undefined) files.remove(path);
      files.write(path, Buffer.concat(this.#chunks), mode);
    });
    this.#chunks = [];
  }

  #backup(): string {
    const operand = this.#operand;
    const name = lastName(operand);
    const directory = operand.slice(0, operand.length - name.length);
    const suffix = this.#suffix;
    const backup = suffix.includes("*") ? suffix.replaceAll("*", name) : name + suffix;
    if (backup.includes("/") || directory === "") return backup;
    return joined(directory, backup);
  }
}
