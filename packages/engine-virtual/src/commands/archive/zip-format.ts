import { atClockOrBehind, type TimeZone } from "../dates/time-zone.ts";
import { CommandError } from "../options.ts";
import { decodeText, encodeText } from "../../shell/text.ts";

/** One file of a zip archive (APPNOTE.TXT of PKWARE). */
export interface ZipEntry {
  readonly name: string;
  readonly isPacked: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Milliseconds since 1970, to a second. */
  readonly modified: number;
  /** What the clocks of the place showed then. */
  readonly shown: number;
  readonly mode: number;
  /** Where its header begins. */
  readonly offset: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const UTF8 = 0x0800;
const TIMESTAMP = 0x5455;
const EXTRA_SIZE = 9;

/** By the clocks of the place: DOS knows no zones. */
function dosTime(modified: number): { readonly time: number; readonly day: number } {
  const date = new Date(Math.max(modified, Date.UTC(1980, 0)));
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const year = date.getUTCFullYear() - 1980;
  return { time, day: (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate() };
}

function timeOf(time: number, day: number): number {
  const [year, month, date] = [(day >> 9) + 1980, ((day >> 5) & 15) - 1, day & 31];
  return Date.UTC(year, month, date, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

/** What the two headers of an entry share, from the version to the length of the name. */
function sharedFields(entry: ZipEntry, name: Uint8Array): Buffer {
  const { time, day } = dosTime(entry.shown);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(name.length === entry.name.length ? 0 : UTF8, 2);
  fields.writeUInt16LE(entry.isPacked ? 8 : 0, 4);
  fields.writeUInt16LE(time, 6);
  fields.writeUInt16LE(day, 8);
  fields.writeUInt32LE(entry.crc, 10);
  fields.writeUInt32LE(entry.packedSize, 14);
  fields.writeUInt32LE(entry.size, 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(EXTRA_SIZE, 24);
  return fields;
}

/** When it was changed, by no clock's zone: the field that Info-ZIP calls UT. */
function extra({ modified }: ZipEntry): Uint8Array {
  const field = Buffer.alloc(EXTRA_SIZE);
  field.writeUInt16LE(TIMESTAMP, 0);
  field.writeUInt16LE(EXTRA_SIZE - 4, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.trunc(modified / 1_000) | 0, 5);
  return field;
}

/** What that field says; `undefined` where there is none. */
function timestampIn(fields: Buffer): number | undefined {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) !== TIMESTAMP || at + 9 > fields.length) continue;
    if ((fields.readUInt8(at + 4) & 1) !== 0) return fields.readInt32LE(at + 5) * 1_000;
  }
  return undefined;
}

const signed = (signature: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
};

export function localHeader(entry: ZipEntry): Uint8Array {
  const name = encodeText(entry.name);
  return Buffer.concat([signed(LOCAL), sharedFields(entry, name), name, extra(entry)]);
}

function centralHeader(entry: ZipEntry): Uint8Array {
  const name = encodeText(entry.name);
  const behind = Buffer.alloc(14);
  behind.writeUInt32LE((entry.mode << 16) >>> 0, 6);
  behind.writeUInt32LE(entry.offset, 10);
  // Made by version 3.0, on Unix: so that the mode counts.
  const madeBy = Buffer.from([30, 3]);
  return Buffer.concat([
    signed(CENTRAL),
    madeBy,
    sharedFields(entry, name),
    behind,
    name,
    extra(entry),
  ]);
}

/** What stands behind all entries. */
export function centralDirectory(entries: readonly ZipEntry[], offset: number): Uint8Array {
  const directory = Buffer.concat(entries.map(centralHeader));
  const end = Buffer.alloc(END_SIZE);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([directory, end]);
}

function endOf(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= least; at -= 1) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw new CommandError("this is no zip archive, or not the whole of one");
}

function entryAt(bytes: Buffer, at: number, zone: TimeZone): ZipEntry & { readonly next: number } {
  if (bytes.readUInt32LE(at) !== CENTRAL) throw new CommandError("the archive is damaged");
  const method = bytes.readUInt16LE(at + 10);
  const isPacked = method === 8;
  if (!isPacked && method !== 0) throw new CommandError(`method ${method} is not supported here`);
  if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw new CommandError("the archive is encrypted");
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const shown = timeOf(bytes.readUInt16LE(at + 12), bytes.readUInt16LE(at + 14));
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const modified = timestampIn(bytes.subarray(nameEnd, extraEnd));
  return {
    name: decodeText(bytes.subarray(at + 46, nameEnd)),
    isPacked,
    crc: bytes.readUInt32LE(at + 16),
    packedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    modified: modified ?? atClockOrBehind(zone, shown, 0),
    shown,
    mode: bytes.readUInt32LE(at + 38) >>> 16,
    offset: bytes.readUInt32LE(at + 42),
    next: extraEnd + bytes.readUInt16LE(at + 32),
  };
}

/** The entries of an archive, by its directory. */
export function readDirectory(bytes: Buffer, zone: TimeZone): readonly ZipEntry[] {
  const end = endOf(bytes);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > end) throw new CommandError("the archive is damaged");
    const { next, ...entry } = entryAt(bytes, at, zone);
    entries.push(entry);
    at = next;
  }
  return entries;
}

/** What is kept of an entry, packed or not. */
export function contentOf(bytes: Buffer, { offset, packedSize }: ZipEntry): Uint8Array {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) {
    throw new CommandError("the archive is damaged");
  }
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  return bytes.subarray(start, start + packedSize);
}
