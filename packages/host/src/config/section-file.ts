import { isObject } from "@agent-sandbox/core";
import type { ConfigFile, ReadConfig } from "./config-file.ts";
import { readConfig } from "./read-config.ts";
import { readText } from "./read-text.ts";

/** The section of seed 000's file that is ours. */
const SECTION = "sandbox";

export interface SectionFile {
  readonly file: string;
  readonly section: string;
  /** The section's values, and the text of the whole. */
  readonly config: ReadConfig;
}

/** Whether a file is one that others share, so that a section alone is ours. */
export function isShared(file: string): boolean {
  return file.endsWith("/.uds/config.yaml");
}

/** The section as a layer of its own; undefined where the file has none, or is not there. */
export async function readSection(
  file: string,
  links: "follow" | "refuse",
): Promise<SectionFile | undefined> {
  // Most of these files are wholly others': their text alone says so, without a parser.
  if (readText(file, { links })?.includes(SECTION) !== true) return undefined;
  const whole = await readConfig(file, { links });
  const config = whole && sectionOf(whole);
  return config && { file, section: SECTION, config: { ...config, text: whole.text } };
}

/** The section of a whole file; undefined where it has none. */
export function sectionOf({ value: document, lines }: ConfigFile): ConfigFile | undefined {
  if (!isObject(document) || !Object.hasOwn(document, SECTION)) return undefined;
  return { value: withBase(document[SECTION] ?? {}), lines: linesOf(lines) };
}

/** The name of the section that is ours in a file; undefined where all of it is. */
export function sectionIn(file: string): string | undefined {
  return isShared(file) ? SECTION : undefined;
}

/** Whoever writes such a section means the project alone, whatever an engine shows by itself. */
function withBase(section: unknown): unknown {
  if (!isObject(section)) return section;
  const { filesystem = {} } = section;
  if (!isObject(filesystem)) return section;
  return { ...section, filesystem: { base: "project", ...filesystem } };
}

/** The lines of the section's values, by their keys within it. */
function linesOf(lines: ConfigFile["lines"]): ConfigFile["lines"] {
  const prefix = `${SECTION}.`;
  const own = [...lines].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, line]) => [key.slice(prefix.length), line]));
}
