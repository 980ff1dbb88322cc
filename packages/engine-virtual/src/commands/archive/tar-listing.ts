import { formatTime } from "../dates/format-time.ts";
import type { TimeZone } from "../dates/time-zone.ts";
import { modeLetters } from "../modes.ts";
import type { TarEntry } from "./tar-header.ts";
import { cEscape } from "../c-escapes.ts";

const TYPES = { file: "-", directory: "d", link: "l", hardLink: "h", other: "c" } as const;

/** As GNU shows a name: with C's escapes. */
export const shownName = (name: string): string =>
  name.replaceAll(/[\\\0-\x1f\x7f\udc80-\udcff]/gu, cEscape);

/** Rows of `tar -tv`: the column of the sizes only ever grows. */
export class TarListing {
  #width = 19;
  readonly #isNumeric: boolean;
  readonly #zone: TimeZone;

  constructor(isNumeric: boolean, zone: TimeZone) {
    this.#isNumeric = isNumeric;
    this.#zone = zone;
  }

  row(entry: TarEntry): string {
    const { kind, mode, modified, size, target } = entry;
    const owner = this.#isNumeric ? "0/0" : `${entry.owner}/${entry.group}`;
    const length = owner.length + 1 + String(size).length;
    this.#width = Math.max(this.#width, length);
    const sizes = `${owner} ${String(size).padStart(this.#width - owner.length - 1)}`;
    const time = formatTime("%Y-%m-%d %H:%M", modified * 1_000, this.#zone);
    const arrow = { link: ` -> ${shownName(target)}`, hardLink: ` link to ${shownName(target)}` };
    const leads = kind === "link" || kind === "hardLink" ? arrow[kind] : "";
    return `${TYPES[kind]}${modeLetters(mode)} ${sizes} ${time} ${shownName(entry.name)}${leads}\n`;
  }
}
