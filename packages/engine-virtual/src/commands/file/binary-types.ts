import { formatTime } from "../dates/format-time.ts";

interface Signature {
  /** The first bytes, in hexadecimal, or from a place on: `257:7573746172`. */
  readonly start: string;
  readonly mime: string;
  /** undefined where there is more to tell than is known here. */
  readonly words: (bytes: Buffer) => string | undefined;
}

const SIGNATURES: readonly Signature[] = [
  { start: "1f8b08", mime: "application/gzip", words: gzipWords },
  { start: "89504e470d0a1a0a", mime: "image/png", words: pngWords },
  { start: "474946383761", mime: "image/gif", words: (bytes) => gifWords(bytes, "87a") },
  { start: "474946383961", mime: "image/gif", words: (bytes) => gifWords(bytes, "89a") },
  { start: "255044462d", mime: "application/pdf", words: pdfWords },
  { start: "257:7573746172202000", mime: "application/x-tar", words: gnuTarWords },
  { start: "257:757374617200", mime: "application/x-tar", words: () => "POSIX tar archive" },
  { start: "504b0304", mime: "application/zip", words: zipWords },
  { start: "425a68", mime: "application/x-bzip2", words: bzipWords },
  { start: "0061736d01000000", mime: "application/wasm", words: wasmWords },
  { start: "ffd8ff", mime: "image/jpeg", words: () => undefined },
  { start: "fd377a585a00", mime: "application/x-xz", words: () => undefined },
  {
    start: "53514c69746520666f726d6174203300",
    mime: "application/vnd.sqlite3",
    words: () => undefined,
  },
];

export interface BinaryType {
  readonly mime: string;
  readonly words?: string;
}

/** What bytes that are no text are known by. */
export function binaryType(bytes: Buffer): BinaryType | undefined {
  const found = SIGNATURES.find(({ start }) => startsWith(bytes, start));
  const words = found?.words(bytes);
  return found && { mime: found.mime, ...(words === undefined ? {} : { words }) };
}

function startsWith(bytes: Buffer, start: string): boolean {
  const [hex = "", place = "0"] = start.split(":").toReversed();
  const from = Number(place);
  return bytes.subarray(from, from + hex.length / 2).toString("hex") === hex;
}

const SYSTEMS: Readonly<Record<number, string>> = {
  ...{ 0: ", from FAT filesystem (MS-DOS, OS/2, NT)", 3: ", from Unix" },
  ...{ 10: ", from NTFS filesystem (NT)", 11: ", from NTFS filesystem (NT)" },
};

function gzipWords(bytes: Buffer): string | undefined {
  if (bytes.length < 18) return undefined;
  const flags = bytes[3] ?? 0;
  const time = bytes.readUInt32LE(4);
  const system = SYSTEMS[bytes[9] ?? 255];
  // Only what gzip itself writes.
  if (system === undefined || (flags & ~8) !== 0) return undefined;
  const name = (flags & 8) === 0 ? "" : `, was "${textAt(bytes, 10)}"`;
  const modified =
    time === 0 ? "" : `, last modified: ${formatTime("%a %b %e %T %Y", time * 1000)}`;
  const best = bytes[8] === 2 ? ", max compression" : bytes[8] === 4 ? ", max speed" : "";
  const size = bytes.readUInt32LE(bytes.length - 4);
  return `gzip compressed data${name}${modified}${best}${system}, original size modulo 2^32 ${size}`;
}

function textAt(bytes: Buffer, from: number): string {
  const end = bytes.indexOf(0, from);
  return bytes.toString("latin1", from, end === -1 ? from : end);
}

const PNG_COLORS: Readonly<Record<number, string>> = {
  ...{ 0: "grayscale", 2: "/color RGB", 3: " colormap" },
  ...{ 4: "gray+alpha", 6: "/color RGBA" },
};

function pngWords(bytes: Buffer): string | undefined {
  const color = PNG_COLORS[bytes[25] ?? 255];
  if (bytes.length < 29 || color === undefined) return undefined;
  const size = `${bytes.readUInt32BE(16)} x ${bytes.readUInt32BE(20)}`;
  const depth = `${bytes[24] ?? 0}-bit${color.startsWith("gray") ? " " : ""}${color}`;
  return `PNG image data, ${size}, ${depth}, ${bytes[28] === 1 ? "" : "non-"}interlaced`;
}

function gifWords(bytes: Buffer, version: string): string | undefined {
  if (bytes.length < 10) return undefined;
  const size = `${bytes.readUInt16LE(6)} x ${bytes.readUInt16LE(8)}`;
  return `GIF image data, version ${version}, ${size}`;
}

function pdfWords(bytes: Buffer): string | undefined {
  const [, version, rest = ""] = /^%PDF-(\d\.\d)([^]*)$/.exec(bytes.toString("latin1")) ?? [];
  // The pages are counted from what is in it.
  return version === undefined || /\/(?:Pages|Count|Linearized|Type)/.test(rest)
    ? undefined
    : `PDF document, version ${version}`;
}

function gnuTarWords(): string {
  return "POSIX tar archive (GNU)";
}

const ZIP_METHODS: Readonly<Record<number, string>> = { 0: "store", 8: "deflate" };

function zipWords(bytes: Buffer): string | undefined {
  if (bytes.length < 30) return undefined;
  const method = ZIP_METHODS[bytes.readUInt16LE(8)];
  const version = bytes.readUInt16LE(4);
  // Documents of offices and Java's archives are told by their first names.
  const name = bytes.toString("latin1", 30, 30 + bytes.readUInt16LE(26));
  if (method === undefined || /^(?:mimetype|META-INF\/|\[Content_Types\]|_rels\/)/.test(name)) {
    return undefined;
  }
  const needed = `v${Math.floor(version / 10)}.${version % 10}`;
  return `Zip archive data, at least ${needed} to extract, compression method=${method}`;
}

function bzipWords(bytes: Buffer): string {
  return `bzip2 compressed data, block size = ${String.fromCharCode(bytes[3] ?? 48)}00k`;
}

function wasmWords(): string {
  return "WebAssembly (wasm) binary module version 0x1 (MVP)";
}
