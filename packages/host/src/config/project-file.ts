import { join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import type { ReadConfig } from "./config-file.ts";
import { kindOf } from "./kind-of.ts";
import { filesIn, onlyOne } from "./only-file.ts";
import { readConfig } from "./read-config.ts";
import { isShared, readSection, type SectionFile } from "./section-file.ts";

/** Beside those of the directory: seed 003's names. */
const TOP_NAMES = [".agent-sandbox.json", ".agent-sandbox.jsonc"];

/** A project's configuration: a file, or the section of one. */
export interface ProjectFile {
  readonly file: string;
  readonly section?: string;
  readonly config: ReadConfig;
}

/**
 * What the workspace says in the one place where it says anything. Fails with CONFIG_CONFLICT at a
 * second place, and with CONFIG_INVALID at what cannot be read.
 */
export async function readProjectFile(workspace: string): Promise<ProjectFile | undefined> {
  const file = await findProjectFile(workspace);
  return file === undefined ? undefined : await readNamed(file, "refuse");
}

/** That place, which may hold anything. Fails likewise, but for what is in a file that is ours alone. */
export async function findProjectFile(workspace: string): Promise<string | undefined> {
  const own = inDirectory(join(workspace, ".agent-sandbox"));
  return onlyOne([...own, ...(await filesBeside(workspace))]);
}

/** That place where it is not in the workspace's `.agent-sandbox`. Fails likewise. */
export async function findFileBeside(workspace: string): Promise<string | undefined> {
  return onlyOne(await filesBeside(workspace));
}

async function filesBeside(workspace: string): Promise<readonly string[]> {
  const top = TOP_NAMES.map((name) => join(workspace, name)).filter(isThere);
  const shared = await readShared(workspace);
  return [...top, ...(shared === undefined ? [] : [shared.file])];
}

/** One file, whatever its place; undefined where there is none. */
export async function readNamed(
  file: string,
  links: "follow" | "refuse",
): Promise<ProjectFile | undefined> {
  if (isShared(file)) return await readSection(file, links);
  const config = await readConfig(file, { links });
  return config && { file, config };
}

/** A section of another tool's file; the file without it is none of ours. */
async function readShared(workspace: string): Promise<SectionFile | undefined> {
  const directory = join(workspace, ".uds");
  const kind = kindOf(directory);
  if (kind === undefined || kind === "other") return undefined;
  const file = join(directory, "config.yaml");
  const found = isThere(file) ? await readSection(file, "follow") : undefined;
  // Refused as ours only: to others such a link may be right.
  if (found === undefined || !isOwnDirectory(directory)) return undefined;
  return await readSection(file, "refuse");
}

function inDirectory(directory: string): readonly string[] {
  return isOwnDirectory(directory) ? filesIn(directory) : [];
}

/**
 * Whether a directory of the project's configuration is there. A link may be the work of whoever wrote
 * the repository and lead anywhere on this machine: it is refused, not followed.
 */
function isOwnDirectory(directory: string): boolean {
  const kind = kindOf(directory);
  if (kind === undefined || kind === "directory") return kind === "directory";
  const state = kind === "link" ? "it is a link" : "it is not a directory";
  throw new SandboxError("CONFIG_INVALID", `Cannot read "${directory}": ${state}`, {
    hint: "Put a directory in its place or remove it",
  });
}

/** A directory there holds the place of an absent file. */
function isThere(file: string): boolean {
  const kind = kindOf(file);
  return kind !== undefined && kind !== "directory";
}
