import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isInside, SandboxError } from "@agent-sandbox/core";
import { readText } from "../config/read-text.ts";
import { errnoOf } from "../errno.ts";
import { type AgentFile, unreadable } from "./agent-file.ts";
import { parseAgentFile } from "./parse-agent-file.ts";

/** Where they are kept, in a workspace and in a home. */
const FOLDER = join(".claude", "agents");

/** Letters that no path and no shell makes anything of. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export interface AgentFileRequest {
  readonly name: string;
  /** The workspace's real path. */
  readonly workspace: string;
  readonly home: string;
}

/**
 * The file of the agent of that name: the workspace's, or else the user's own. Fails with USAGE for what is
 * no name, and with CONFIG_INVALID where there is no such agent or its file cannot be used.
 */
export function readAgentFile({ name, workspace, home }: AgentFileRequest): AgentFile {
  checkName(name);
  const own = join(workspace, FOLDER, `${name}.md`);
  const users = join(home, FOLDER, `${name}.md`);
  const ofWorkspace = readOwn(own, workspace);
  if (ofWorkspace !== undefined) return { ...ofWorkspace, file: own, from: "workspace" };
  // People link to their own files.
  const text = readText(users, { links: "follow" });
  if (text !== undefined) return { ...parseAgentFile(text, users), file: users, from: "user" };
  throw new SandboxError("CONFIG_INVALID", `Cannot run "${name}": there is no such agent`, {
    hint: `Write its file: "${own}", or "${users}" for all workspaces`,
  });
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new SandboxError("USAGE", `Cannot run ${JSON.stringify(name)}: that is no agent's name`, {
    hint: 'Give the name of its file without ".md": letters, digits, "-" and "_"',
  });
}

/**
 * Whoever wrote the repository may have made it a link to anything of the user's, and what it says is told
 * to a model.
 */
function readOwn(file: string, workspace: string) {
  const real = realPath(file);
  if (real === undefined) return undefined;
  if (real !== file || !isInside(workspace, real)) {
    throw unreadable(file, "a link leads to it", "Put the file itself in its place");
  }
  const text = readText(file, { links: "refuse" });
  return text === undefined ? undefined : parseAgentFile(text, file);
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw unreadable(file, String(error), { hint: "See what stands at its path", cause: error });
  }
}
