import { statSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";
import { isInside } from "@agent-sandbox/core";
import type { Environment } from "../state/directories.ts";
import { readTextFile } from "../state/text-file.ts";

/** As whom git runs on the host. */
export interface GitUser {
  /** Only where it is another than this process. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
  readonly env: Environment;
}

/** What another user's git may have of root's environment: nothing that is root's own. */
const FOR_OTHERS =
  /^(PATH|TERM|TZ|LANG|LC_.*|(https?|all|no)_proxy|SSL_CERT_(FILE|DIR)|GIT_SSL_.*)$/i;

/** git-rev-parse(1), "--local-env-vars": they would name another repository than the workspace's. */
const OF_A_REPOSITORY =
  /^GIT_(DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|CONFIG|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|NO_REPLACE_OBJECTS|CEILING_DIRECTORIES)$/;

/**
 * The user whose git this is: root works as the workspace's owner, with the owner's own home and
 * configuration, so that no file becomes root's and no owner's configuration runs as root.
 */
export function gitUserOf(workspace: string, env: Environment): GitUser {
  const { uid, gid } = statSync(workspace);
  const own = ownGitUser(workspace, env);
  if (process.getuid?.() !== 0 || uid === 0) return own;
  const account = accountOf(uid);
  const kept = Object.entries(own.env).filter(([name]) => FOR_OTHERS.test(name));
  return {
    ids: { uid, gid: account?.gid ?? gid },
    env: {
      ...Object.fromEntries(kept),
      HOME: account?.home ?? "/nonexistent",
      ...(account && { USER: account.name, LOGNAME: account.name }),
    },
  };
}

/** Whoever runs this process, root too. */
export function ownGitUser(workspace: string, env: Environment): GitUser {
  const own = { ...without(env, OF_A_REPOSITORY), PATH: safePath(workspace, env), LC_ALL: "C" };
  return { ids: undefined, env: own };
}

/** No directory from which the workspace, which an agent writes, could answer for git. */
function safePath(workspace: string, env: Environment): string {
  const isSafe = (directory: string): boolean =>
    isAbsolute(directory) && !isInside(workspace, directory);
  return (env["PATH"] ?? "").split(delimiter).filter(isSafe).join(delimiter);
}

function without(env: Environment, names: RegExp): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}

interface Account {
  readonly name: string;
  readonly gid: number;
  readonly home: string;
}

/** passwd(5). */
function accountOf(uid: number): Account | undefined {
  const fields = (readTextFile("/etc/passwd") ?? "")
    .split("\n")
    .map((line) => line.split(":"))
    .find((line) => line[2] === uid.toString());
  const [name = "", , , gid = "", , home = ""] = fields ?? [];
  return fields && { name, gid: Number(gid), home };
}
