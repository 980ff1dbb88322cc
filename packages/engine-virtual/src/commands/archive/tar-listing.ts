import { formatTime } from "../dates/format-time.ts";
import { type TimeZone, timeZone, UTC } from "../dates/time-zone.ts";
import { modeLetters } from "../modes.ts";
import type { TarEntry } from "./tar-header.ts";
import type { TarCall } from "./tar-options.ts";
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
  readonly #format: string;

  constructor({ invocation, options }: TarCall) {
    this.#isNumeric = options.has("numeric");
    this.#zone = options.has("utc") ? UTC : timeZone(invocation.env.get("TZ"));
    this.#format = options.has("fullTime") ? "%Y-%m-%d %H:%M:%S" : "%Y-%m-%d %H:%M";
  }

  row(entry: TarEntry): string {
    const { kind, mode, modified, size, target } = entry;
    const owner = this.#ownersOf(entry);
    const length = owner.length + 1 + String(size).length;
    this.#width = Math.max(this.#width, length);
    const sizes = `${owner} ${String(size).padStart(this.#width - owner.length - 1)}`;
    const time = formatTime(this.#format, modified * 1_000, this.#zone);
    const arrow = { link: ` -> ${shownName(target)}`, hardLink: ` link to ${shownName(target)}` };
    const leads = kind === "link" || kind === "hardLink" ? arrow[kind] : "";
    return `${TYPES[kind]}${modeLetters(mode)} ${sizes} ${time} ${shownName(entry.name)}${leads}\n`;
  }

  #ownersOf({ group, groupId, owner, ownerId }: TarEntry): string {
    const shown = (name: string, number: number): string =>
      this.#isNumeric || name === "" ? String(number) : name;
    return `${shown(owner, ownerId)}/${shown(group, groupId)}`;
  }
}
