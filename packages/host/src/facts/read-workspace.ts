import { createHash } from "node:crypto";
import { opendirSync, realpathSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import {
  SandboxError,
  type SandboxErrorDetails,
  type WorkspaceIdentity,
} from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";

/**
 * Who a workspace is: its real path, whatever links lead to it. Fails with WORKSPACE_INVALID where
 * there is no directory that the user may work in.
 */
export function readWorkspace(path: string): WorkspaceIdentity {
  const real = usableDirectory(resolve(path));
  const name = basename(real);
  if (name === "") {
    throw invalid(path, "it is the root of the file system", {
      hint: "Name the directory of one repository",
    });
  }
  // The mount table is compared by lines, and what is not UTF-8 cannot be handed to an engine.
  if (/[\0-\x1f\x7f\uFFFD]/.test(real)) {
    throw invalid(path, "its path has a control character or is not UTF-8", {
      hint: "Rename the directory",
    });
  }
  return { path: real, name, hash: hashOfWorkspacePath(real) };
}

/** Pure: what a workspace's real path is named by in Docker and in the user's state: its MD5 in hexadecimal. */
export function hashOfWorkspacePath(real: string): string {
  return createHash("md5").update(real).digest("hex");
}

function usableDirectory(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) {
      throw invalid(path, "it is not a directory", { hint: "Name the directory that holds it" });
    }
    // Reading it and going into it are two permissions.
    opendirSync(real).closeSync();
    statSync(`${real}/.`);
    return real;
  } catch (error) {
    throw error instanceof SandboxError ? error : failure(path, error);
  }
}

function failure(path: string, cause: unknown): SandboxError {
  switch (errnoOf(cause)) {
    case "ENOENT":
      return invalid(path, "it does not exist", { hint: "Check the path", cause });
    case "EACCES":
      return invalid(path, "permission denied", {
        hint: `See who may enter it: ls -ld "${path}"`,
        cause,
      });
    case "ENOTDIR":
      return invalid(path, "a part of it is not a directory", { hint: "Check the path", cause });
    case "ELOOP":
      return invalid(path, "its links lead in a circle", { hint: "Remove the links", cause });
    default:
      return invalid(path, String(cause), { cause });
  }
}

function invalid(path: string, state: string, details: SandboxErrorDetails): SandboxError {
  const message = `Cannot use "${path}" as a workspace: ${state}`;
  return new SandboxError("WORKSPACE_INVALID", message, details);
}
