import { EMPTY_INPUT } from "../../commands/empty-input.ts";
import type { Input, Output, Running } from "../../commands/command.ts";
import { FileError } from "../../files/errors.ts";
import type { OpenFile } from "../../files/files.ts";
import { encodeText } from "../text.ts";
import { Holders } from "./holders.ts";
import { SharedInput } from "./shared-input.ts";

/** What a descriptor leads to. */
export interface Channel {
  readonly input?: SharedInput | undefined;
  readonly output?: Output | undefined;
  close?(): void;
  /** Keeps open what it leads to, for one more process; what it returns lets go. */
  readonly hold?: (() => () => void) | undefined;
  /** Opened by a process substitution, for as long as its command runs. */
  readonly isPassing?: boolean;
}

/** The same by another number, which closes nothing. */
export function copyOf({ hold, input, output }: Channel): Channel {
  return { input, output, hold };
}

/** The descriptors of a shell, by number. Whoever changes them makes new ones. */
export type Channels = readonly (Channel | undefined)[];

export function withChannel(
  channels: Channels,
  number: number,
  channel: Channel | undefined,
): Channels {
  const copy = [...channels];
  copy[number] = channel;
  return copy;
}

/** The descriptors behind a command that had those `before`. */
export function withoutPassing(channels: Channels, before: Channels): Channels {
  if (channels === before) return before;
  return channels.map((channel, number) =>
    channel?.isPassing === true && channel !== before[number] ? undefined : channel,
  );
}

export function inputChannel(source: Input): Channel {
  return { input: new SharedInput(source) };
}

/** Bytes that are there already, as a pipe has them. */
export function bytesChannel(bytes: Uint8Array): Channel {
  return inputChannel(new Pieces(bytes, false));
}

/** What bash puts into a pipe; what is longer goes into a file. */
const PIPED = 65_536;

/** A here-document. */
export function documentChannel(bytes: Uint8Array): Channel {
  return inputChannel(new Pieces(bytes, bytes.length > PIPED));
}

const PIECE = 65_536;

class Pieces implements Input {
  readonly isSeekable: boolean;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array, isSeekable: boolean) {
    this.#bytes = bytes;
    this.isSeekable = isSeekable;
  }

  *read(): Running<Uint8Array | undefined> {
    if (this.#at >= this.#bytes.length) return undefined;
    if (this.#at > 0) yield;
    const piece = this.#bytes.subarray(this.#at, this.#at + PIECE);
    this.#at += piece.length;
    return piece;
  }
}

/** An open file, to be read or written or both; `path` is its real one. */
export function fileChannel(file: OpenFile, path: string, size: number): Channel {
  const holders = new Holders(1, () => file.close());
  return {
    input: new SharedInput(new FileInput(file, path, size)),
    output: {
      path,
      write: (content) => file.write(typeof content === "string" ? encodeText(content) : content),
    },
    close: () => holders.release(),
    hold: holders.hold,
  };
}

/** A directory: who reads it is told so. */
export function directoryChannel(path: string): Channel {
  const read = (): never => {
    throw new FileError("EISDIR", "-");
  };
  return { input: new SharedInput({ path, read }) };
}

class FileInput implements Input {
  /** As it was when the file was opened. */
  readonly size: number;
  readonly path: string;
  readonly isSeekable = true;
  readonly #file: OpenFile;
  #reads = 0;

  constructor(file: OpenFile, path: string, size: number) {
    this.#file = file;
    this.path = path;
    this.size = size;
  }

  *read(): Running<Uint8Array | undefined> {
    this.#reads += 1;
    if (this.#reads > 1) yield;
    return this.#file.read();
  }
}

/** `/dev/null`. */
export const NOTHING: Channel = {
  input: new SharedInput(EMPTY_INPUT),
  output: { write: () => undefined },
};

export const NO_CHANNELS: Channels = [NOTHING, NOTHING, NOTHING];
