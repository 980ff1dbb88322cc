import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { RepositoryFacts } from "@agent-sandbox/core";
import type { Environment } from "../state/directories.ts";
import type { ConfigValues } from "./config-values.ts";

interface FilterSources {
  readonly config: ConfigValues;
  /** The git directory that worktrees share. */
  readonly commonGitDir: string;
  /** Of the user whose git this is. */
  readonly env: Environment;
}

/** Nobody writes more of it by hand. */
const SIZE_LIMIT = 256 * 1024;

/** The filters that git knows here, and which of them files go through whatever the tree says. */
export async function filterFacts(
  sources: FilterSources,
): Promise<Pick<RepositoryFacts, "filters" | "ownFilters">> {
  const keys = [...sources.config.keys()];
  const filters = [
    ...new Set(keys.flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? [])),
  ];
  if (filters.length === 0) return { filters, ownFilters: [] };
  const texts = await Promise.all(attributesFiles(sources).map(readAttributes));
  const words = new Set(texts.flatMap((text) => text.split(/\s+/)));
  return { filters, ownFilters: filters.filter((name) => words.has(`filter=${name}`)) };
}

/** gitattributes(5): the repository's own, the user's and the machine's. */
function attributesFiles({ config, commonGitDir, env }: FilterSources): readonly string[] {
  const { HOME = "", XDG_CONFIG_HOME } = env;
  const isSet = XDG_CONFIG_HOME !== undefined && XDG_CONFIG_HOME !== "";
  const base = isSet ? XDG_CONFIG_HOME : join(HOME, ".config");
  const named = config.get("core.attributesfile")?.at(-1)?.replace(/^~\//, `${HOME}/`);
  const files = [
    join(commonGitDir, "info/attributes"),
    named ?? join(base, "git/attributes"),
    "/etc/gitattributes",
  ];
  return files.filter(isAbsolute);
}

/** A file that cannot be read is none to git either. */
async function readAttributes(file: string): Promise<string> {
  try {
    // Non-blocking: opening a FIFO would wait for its writer without end.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) return "";
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(SIZE_LIMIT));
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return "";
  }
}
