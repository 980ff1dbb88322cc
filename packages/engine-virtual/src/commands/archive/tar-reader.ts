import { ByteReader } from "../bytes/byte-reader.ts";
import type { Input, Running } from "../command.ts";
import { CommandError } from "../options.ts";
import { BLOCK, paddingOf, type TarEntry } from "./tar-header.ts";
import { decodeText } from "../../shell/text.ts";

const KINDS: Readonly<Record<string, TarEntry["kind"]>> = {
  "0": "file",
  "7": "file",
  "1": "hardLink",
  "2": "link",
  "5": "directory",
};

/** What members in front of another say of it. */
interface Extra {
  name?: string;
  target?: string;
  size?: number;
  modified?: number;
}

const MOST_EXTRA = 1 << 20;

const textAt = (block: Uint8Array, from: number, length: number): string => {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return decodeText(end === -1 ? field : field.subarray(0, end));
};

/** Octal digits or, where these were too few, a number in base 256. */
function numberAt(block: Uint8Array, from: number, length: number): number {
  if (((block[from] ?? 0) & 0x80) !== 0) {
    return block.subarray(from + 1, from + length).reduce((sum, byte) => sum * 256 + byte, 0);
  }
  return Number.parseInt(textAt(block, from, length).trim() || "0", 8);
}

function isSound(block: Uint8Array): boolean {
  if (block.length < BLOCK) return false;
  const sum = block.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === numberAt(block, 148, 8);
}

function nameOf(block: Uint8Array): string {
  const name = textAt(block, 0, 100);
  const isPosix = textAt(block, 257, 8) === "ustar";
  const prefix = isPosix ? textAt(block, 345, 155) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** The records of a pax header: `27 path=a/long/name`. */
function paxExtra(content: Uint8Array): Extra {
  const extra: Extra = {};
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at);
    const length = Number(Buffer.from(content.subarray(at, space)).toString());
    if (space === -1 || !(length > 0)) break;
    const record = decodeText(content.subarray(space + 1, at + length - 1));
    const equals = record.indexOf("=");
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (key === "path") extra.name = value;
    else if (key === "linkpath") extra.target = value;
    else if (key === "size") extra.size = Number(value);
    else if (key === "mtime") extra.modified = Number(value);
    at += length;
  }
  return extra;
}

/** Reads an archive member by member. What is left of a member's content is passed over. */
export class TarReader {
  readonly #reader: ByteReader;
  #left = 0;
  #padding = 0;
  #isFirst = true;
  /** Where the last header stands, and where the next one will. */
  #start = 0;
  #next = 0;

  constructor(input: Input) {
    this.#reader = new ByteReader(input);
  }

  /** Behind the last member, once there is no more. */
  get end(): number {
    return this.#next;
  }

  *next(): Running<TarEntry | undefined> {
    let extra: Extra = {};
    for (;;) {
      const block = yield* this.#header();
      if (block === undefined) return undefined;
      const type = textAt(block, 156, 1);
      if (!/^[LKxg]$/.test(type)) return this.#entry(block, extra);
      extra = { ...extra, ...(yield* this.#extra(type)) };
    }
  }

  /** The next bytes of the content. */
  *read(): Running<Uint8Array | undefined> {
    if (this.#left === 0) return undefined;
    const bytes = yield* this.#reader.next(Math.min(this.#left, 65_536));
    if (bytes === undefined) throw unexpectedEnd();
    this.#left -= bytes.length;
    return bytes;
  }

  *#header(): Running<Uint8Array | undefined> {
    yield* this.#reader.skip(this.#left + this.#padding);
    const block = yield* this.#reader.take(BLOCK);
    if (this.#isFirst && !isSound(block)) {
      if (block.length === BLOCK && isZero(block)) return undefined;
      throw new CommandError(`This does not look like a tar archive\n${EXITING}`);
    }
    this.#isFirst = false;
    if (isZero(block)) return undefined;
    if (block.length < BLOCK) throw unexpectedEnd();
    if (!isSound(block)) throw new CommandError(`Skipping to next header\n${EXITING}`);
    this.#left = numberAt(block, 124, 12);
    this.#padding = paddingOf(this.#left);
    this.#start = this.#next;
    this.#next += BLOCK + this.#left + this.#padding;
    return block;
  }

  *#extra(type: string): Running<Extra> {
    if (this.#left > MOST_EXTRA) throw new CommandError("a name in the archive is too long");
    const content = yield* this.#reader.take(this.#left);
    this.#left = 0;
    if (type === "g") return {};
    if (type === "x") return paxExtra(content);
    const text = textAt(content, 0, content.length);
    return type === "L" ? { name: text } : { target: text };
  }

  #entry(block: Uint8Array, extra: Extra): TarEntry {
    const name = extra.name ?? nameOf(block);
    const kind = kindOf(block, name);
    if (extra.size !== undefined) {
      this.#left = extra.size;
      this.#padding = paddingOf(extra.size);
    }
    // Links have no content, whatever their size says.
    if (kind !== "file") this.#left = this.#padding = 0;
    this.#next = this.#start + BLOCK + this.#left + this.#padding;
    return {
      name,
      kind,
      mode: numberAt(block, 100, 8) & 0o7777,
      size: this.#left,
      modified: extra.modified ?? numberAt(block, 136, 12),
      target: extra.target ?? textAt(block, 157, 100),
      ...ownersOf(block),
    };
  }
}

const isZero = (block: Uint8Array): boolean => block.every((byte) => byte === 0);

function kindOf(block: Uint8Array, name: string): TarEntry["kind"] {
  const type = textAt(block, 156, 1) || "0";
  return type === "0" && name.endsWith("/") ? "directory" : (KINDS[type] ?? "other");
}

const ownersOf = (
  block: Uint8Array,
): Pick<TarEntry, "group" | "groupId" | "owner" | "ownerId"> => ({
  owner: textAt(block, 265, 32),
  group: textAt(block, 297, 32),
  ownerId: numberAt(block, 108, 8),
  groupId: numberAt(block, 116, 8),
});

const EXITING = "tar: Exiting with failure status due to previous errors";

const unexpectedEnd = (): CommandError => new CommandError("Unexpected EOF in archive");
