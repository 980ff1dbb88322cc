/** The checksum and the length, which count as what is in front of the packed bytes does. */
export const TRAILER = 8;

export interface Sizes {
  /** All of the file: with header and trailer. */
  readonly packed: number;
  readonly plain: number;
  /** How long the header is. */
  readonly header: number;
}

/** Pure: how much smaller the packed bytes are alone, in percent. */
export function ratioText({ header, packed, plain }: Sizes): string {
  const ratio = plain === 0 ? 0 : (100 * (plain - (packed - header - TRAILER))) / plain;
  return `${ratio.toFixed(1).padStart(5)}%`;
}
