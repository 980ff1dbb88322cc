import type { Output } from "../../commands/command.ts";
import { LimitError } from "../../files/errors.ts";
import { decodeText, encodeText, showText } from "../text.ts";
import { joined } from "./joined.ts";

/** Keeps what is written, up to a limit that has a name. */
export class Collector implements Output {
  readonly #limit: { readonly name: string; readonly most: number };
  #text = "";
  #chunks: Uint8Array[] | undefined;
  #size = 0;

  constructor(name: string, most: number) {
    this.#limit = { name, most };
  }

  write(content: Uint8Array | string): void {
    // A character has at least one byte, and ASCII, which is most of it, exactly one.
    this.#size += content.length;
    if (this.#size > this.#limit.most) throw new LimitError(this.#limit.name, this.#limit.most);
    if (typeof content === "string" && this.#chunks === undefined) {
      this.#text += content;
      return;
    }
    this.#chunks ??= this.#text === "" ? [] : [encodeText(this.#text)];
    this.#text = "";
    this.#chunks.push(typeof content === "string" ? encodeText(content) : content.slice());
  }

  bytes(): Uint8Array {
    return this.#chunks === undefined ? encodeText(this.#text) : joined(this.#chunks);
  }

  /** For the shell itself: every byte comes back. */
  text(): string {
    return this.#chunks === undefined ? this.#text : decodeText(joined(this.#chunks));
  }

  /** For people. */
  shown(): string {
    if (this.#chunks !== undefined) return showText(joined(this.#chunks));
    return this.#text.isWellFormed() ? this.#text : showText(encodeText(this.#text));
  }
}
