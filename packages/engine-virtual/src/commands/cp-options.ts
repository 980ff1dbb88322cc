import { BACKUP_OPTIONS } from "./backups.ts";
import type { OptionWords } from "./option-words.ts";
import type { Call } from "./define-command.ts";
import { TARGET_OPTIONS } from "./targets.ts";

export const CP_OPTIONS = {
  ...TARGET_OPTIONS,
  ...BACKUP_OPTIONS,
  archive: "-a --archive",
  followNamed: "-H",
  follow: "-L --dereference",
  noFollow: "-P --no-dereference",
  links: "-d",
  keepTimes: "-p --preserve[=ATTRIBUTES]",
  recursive: "-r -R --recursive",
  hardLinks: "-l --link",
  symbolicLinks: "-s --symbolic-link",
  parents: "--parents",
  oneFileSystem: "-x --one-file-system",
  removeFirst: "--remove-destination",
  sparse: "--sparse=WHEN",
  reflink: "--reflink[=WHEN]",
} as const;

export const CP_WORDS = {
  sparse: [["never"], ["auto"], ["always"]],
  reflink: [["auto"], ["always"], ["never"]],
} satisfies Partial<Record<keyof typeof CP_OPTIONS, OptionWords>>;

export type CpKey = keyof typeof CP_OPTIONS;

/** Which links are followed: `named` are those that the call itself names. */
export type Following = "all" | "named" | "none";

export function followingOf({ options }: Call<CpKey>): Following {
  const last = options.last("archive", "followNamed", "follow", "noFollow", "links");
  if (last === "follow") return "all";
  if (last === "followNamed") return "named";
  if (last !== undefined) return "none";
  return options.has("recursive") && !options.has("hardLinks") ? "none" : "all";
}
