import type { OdType } from "./od-types.ts";

/** How the lines of one call are laid out: every type as wide as the widest. */
export interface OdLayout {
  readonly types: readonly OdType[];
  /** Bytes of a line. */
  readonly block: number;
  /** Columns of a line, without its address. */
  readonly columns: number;
  /** What stands in front of the lines of all types but the first. */
  readonly indent: string;
}

export function layoutOf(types: readonly OdType[], block: number, indent: string): OdLayout {
  const columns = Math.max(...types.map(({ size, width }) => (width + 1) * (block / size)));
  return { types, block, columns, indent };
}

const asText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join(
    "",
  );

function fieldsOf({ block, columns }: OdLayout, type: OdType, bytes: Uint8Array): string {
  const { size, width } = type;
  const fields = block / size;
  const room = columns - width * fields;
  const padded = new Uint8Array(Math.ceil(bytes.length / size) * size);
  padded.set(bytes);
  let line = "";
  let left = room;
  for (let at = 0; at < padded.length; at += size) {
    const index = fields - at / size;
    const next = Math.floor((room * (index - 1)) / fields);
    line += type.show(new DataView(padded.buffer, at, size)).padStart(left - next + width);
    left = next;
  }
  return line;
}

/** The lines of one block of bytes, the first one behind its address. */
export function odLines(layout: OdLayout, address: string, bytes: Uint8Array): string {
  return layout.types
    .map((type, index) => {
      const fields = fieldsOf(layout, type, bytes);
      const text = type.withText ? `${fields.padEnd(layout.columns)}  >${asText(bytes)}<` : fields;
      return `${index === 0 ? address : layout.indent}${text}\n`;
    })
    .join("");
}
