/** What colours a part of the output; without colours each gives its text back. */
export interface Paint {
  readonly header: (text: string) => string;
  readonly place: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly added: (text: string) => string;
}

const plain = (text: string): string => text;

const inColor =
  (code: number) =>
  (text: string): string =>
    `\x1b[${code}m${text}\x1b[0m`;

export const PLAIN: Paint = { header: plain, place: plain, removed: plain, added: plain };

export const COLORED: Paint = {
  header: inColor(1),
  place: inColor(36),
  removed: inColor(31),
  added: inColor(32),
};
