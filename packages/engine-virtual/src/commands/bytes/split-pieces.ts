import { FileError, LimitError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { CommandError, UsageError } from "../options.ts";
import { quoted, quotedIfNeeded } from "../quote.ts";
import { bytesInput } from "./bytes-input.ts";
import { SplitNames } from "./split-names.ts";
import type { Cut, SplitCall } from "./split-options.ts";

export interface Piece {
  write(bytes: Uint8Array): void;
}

/** A piece that a command reads, once it is whole. */
class Filtered implements Piece {
  readonly name: string;
  readonly #parts: Uint8Array[] = [];
  readonly #most: number;
  #size = 0;

  /** `most` is how much may be held. */
  constructor(name: string, most: number) {
    this.name = name;
    this.#most = most;
  }

  write(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > this.#most) throw new LimitError("maxTotalSize", this.#most);
    this.#parts.push(bytes);
  }

  get content(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

/** The files of one call, of which one is open; or what a command reads in their place. */
export class SplitPieces {
  readonly #call: SplitCall;
  readonly #names: SplitNames;
  readonly #filter: string | undefined;
  #open: (Piece & { close(): void }) | undefined;
  #filtered: Filtered | undefined;

  constructor(call: SplitCall, cut: Cut) {
    this.#call = call;
    this.#names = new SplitNames(call, cut);
    this.#filter = call.options.value("filter");
    if (this.#filter !== undefined && "only" in cut && cut.only !== undefined)
      throw new UsageError("--filter does not process a chunk extracted to stdout");
  }

  *start(): Running<Piece> {
    yield* this.end();
    const name = this.#names.next();
    const { options, invocation } = this.#call;
    if (options.has("verbose")) {
      const words = this.#filter === undefined ? "creating file" : "executing with FILE=";
      const shown = this.#filter === undefined ? ` ${quoted(name)}` : quotedIfNeeded(name);
      invocation.stdout.write(`${words}${shown}\n`);
    }
    if (this.#filter === undefined) return this.#file(name);
    this.#filtered = new Filtered(name, invocation.files.limits().maxTotalSize);
    return this.#filtered;
  }

  /** The present piece is whole. */
  *end(): Running<void> {
    this.close();
    const filtered = this.#filtered;
    this.#filtered = undefined;
    if (filtered !== undefined) yield* this.#run(filtered);
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  #file(name: string): Piece {
    const { files, resolve, umask } = this.#call.invocation;
    const how = { write: true, create: true, truncate: true, mode: 0o666 & ~umask };
    try {
      this.#open = files.open(resolve(name), how);
      return this.#open;
    } catch (error) {
      if (error instanceof FileError) throw new CommandError(`${name}: ${error.message}`);
      throw error;
    }
  }

  *#run({ content, name }: Filtered): Running<void> {
    const { invocation } = this.#call;
    const filter = this.#filter ?? "";
    const argv = ["env", `FILE=${name}`, "sh", "-c", filter];
    const status = yield* invocation.runCommand(argv, { stdin: bytesInput(content) });
    if (status === 0) return;
    const words = `with FILE=${quotedIfNeeded(name)}, exit ${status} from command: ${filter}`;
    throw new CommandError(words, status);
  }
}
