import { encodeText } from "../../shell/text.ts";

/** One member of an archive, as ustar and GNU's form of it keep it. */
export interface TarEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "hardLink" | "other";
  readonly mode: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
  readonly target: string;
  /** Empty where only the number is known. */
  readonly owner: string;
  readonly group: string;
  readonly ownerId: number;
  readonly groupId: number;
}

export const BLOCK = 512;
const NAME = 100;
const OWNER = 31;
const KINDS = { file: "0", hardLink: "1", link: "2", directory: "5", other: "3" } as const;

export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

type Owners = Pick<TarEntry, "group" | "groupId" | "owner" | "ownerId">;

export const ROOT: Owners = { owner: "root", group: "root", ownerId: 0, groupId: 0 };

interface Fields {
  readonly owners: Owners;
  readonly name: Uint8Array;
  readonly target: Uint8Array;
  readonly type: string;
  readonly size: number;
  readonly mode: number;
  readonly modified: number;
}

const octal = (number: number, length: number): string =>
  `${Math.max(0, number)
    .toString(8)
    .padStart(length - 1, "0")}\0`;

function headerBlock({ name, target, type, size, mode, modified, owners }: Fields): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  block.set(name.subarray(0, NAME), 0);
  block.write(octal(mode & 0o7777, 8), 100);
  block.write(octal(owners.ownerId, 8) + octal(owners.groupId, 8), 108);
  block.write(octal(size, 12), 124);
  block.write(octal(modified, 12), 136);
  block.write("        ", 148);
  block.write(type, 156);
  block.set(target.subarray(0, NAME), 157);
  block.write("ustar  \0", 257);
  block.set(encodeText(owners.owner).subarray(0, OWNER), 265);
  block.set(encodeText(owners.group).subarray(0, OWNER), 297);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** A name that does not fit stands in front, as the content of a member of its own. */
function longBlocks(type: "K" | "L", text: Uint8Array): readonly Uint8Array[] {
  if (text.length <= NAME) return [];
  const content = Buffer.concat([text, Buffer.alloc(1 + paddingOf(text.length + 1))]);
  const name = Buffer.from("././@LongLink");
  const target = new Uint8Array(0);
  const size = text.length + 1;
  return [
    headerBlock({ name, target, type, size, mode: 0o644, modified: 0, owners: ROOT }),
    content,
  ];
}

/** The blocks in front of a member's content. */
export function tarHeader(entry: TarEntry): Uint8Array {
  const { kind, mode, modified, size } = entry;
  const [name, target] = [encodeText(entry.name), encodeText(entry.target)];
  const fields = { name, target, type: KINDS[kind], size, mode, modified, owners: entry };
  return Buffer.concat([...longBlocks("K", target), ...longBlocks("L", name), headerBlock(fields)]);
}

export const TAR_END: Uint8Array = new Uint8Array(2 * BLOCK);
