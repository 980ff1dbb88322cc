import type { Running } from "../command.ts";
import { openInput } from "../inputs.ts";
import { readBounded } from "../read-bounded.ts";
import { type GzipCall, unpackedName } from "./gzip-options.ts";
import { GzipError, isGzip } from "./gzip-reader.ts";

const HEADING = "         compressed        uncompressed  ratio uncompressed_name\n";
const HEADER_AND_TRAILER = 18;

/** The rows of `gzip -l`, by what the end of each file says of its length. */
export class Listing {
  readonly #call: GzipCall;
  #isBegun = false;

  constructor(call: GzipCall) {
    this.#call = call;
  }

  *show(name: string): Running<void> {
    const { invocation } = this.#call;
    const bytes = yield* readBounded(invocation, openInput(invocation, name));
    if (!isGzip(bytes)) throw new GzipError("not in gzip format");
    if (bytes.length < HEADER_AND_TRAILER) throw new GzipError("unexpected end of file");
    if (!this.#isBegun) invocation.stdout.write(HEADING);
    this.#isBegun = true;
    invocation.stdout.write(this.#row(name, bytes));
  }

  #row(name: string, bytes: Uint8Array): string {
    const plain = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
    const ratio = plain === 0 ? 0 : (100 * (plain - bytes.length + HEADER_AND_TRAILER)) / plain;
    const columns = [
      String(bytes.length).padStart(19),
      String(plain).padStart(19),
      `${ratio.toFixed(1).padStart(5)}%`,
      unpackedName(this.#call, name) ?? name,
    ];
    return `${columns.join(" ")}\n`;
  }
}
