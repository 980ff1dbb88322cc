import type { ConfigFile } from "./config-file.ts";
import { readConfig } from "./read-config.ts";
import { readText } from "./read-text.ts";

/** The section of seed 000's file that is ours. */
const SECTION = "sandbox";

export interface SectionFile {
  readonly file: string;
  readonly section: string;
  readonly config: ConfigFile;
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
  const config = await readConfig(file, { links });
  const document = config?.value;
  if (config === undefined || !isObject(document) || !Object.hasOwn(document, SECTION)) {
    return undefined;
  }
  const value = withBase(document[SECTION] ?? {});
  return { file, section: SECTION, config: { value, lines: linesOf(config) } };
}

/** Whoever writes such a section means the project alone, whatever an engine shows by itself. */
function withBase(section: unknown): unknown {
  if (!isObject(section)) return section;
  const { filesystem = {} } = section;
  if (!isObject(filesystem)) return section;
  return { ...section, filesystem: { base: "project", ...filesystem } };
}

/** The lines of the section's values, by their keys within it. */
function linesOf({ lines }: ConfigFile): ReadonlyMap<string, number> {
  const prefix = `${SECTION}.`;
  const own = [...lines].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, line]) => [key.slice(prefix.length), line]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
