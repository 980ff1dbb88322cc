import { join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { readPathFact } from "../facts/path-facts.ts";
import { sentenceOf } from "./sentence-of.ts";

export function notARepository(workspace: string, state: string, hint?: string): SandboxError {
  return new SandboxError("WORKSPACE_INVALID", `Cannot make branches of "${workspace}": ${state}`, {
    hint: hint ?? "Name the directory of a checkout that has a branch",
  });
}

/** `prefix` is the way from the top of the work tree to the workspace. */
export function notTheTop(workspace: string, prefix: string): SandboxError {
  const depth = prefix.split("/").filter((segment) => segment !== "").length;
  const top = join(workspace, ...Array.from({ length: depth }, () => ".."));
  return depth === 0
    ? notARepository(workspace, "git has its work tree elsewhere")
    : notARepository(workspace, `it is a part of the repository "${top}"`, `Name "${top}"`);
}

/** Why git could not even look at it, by what it said and by what stands there. */
export function refusedByGit(workspace: string, stderr: string): SandboxError {
  const said = sentenceOf(stderr);
  const dotGit = join(workspace, ".git");
  if (!said.startsWith("not a git repository")) {
    return notARepository(
      workspace,
      `git says "${said}"`,
      `See what it says: git -C "${workspace}" status`,
    );
  }
  switch (readPathFact(dotGit)) {
    case "absent":
      return notARepository(workspace, "it is not a git repository", "Make it one with: git init");
    case "file":
    case "link":
      return notARepository(
        workspace,
        `its ".git" leads to no repository`,
        `See where it leads: cat "${dotGit}"; a moved worktree is mended by: git worktree repair`,
      );
    case "directory":
      return notARepository(
        workspace,
        `its ".git" is no repository`,
        `See what it lacks: ls "${dotGit}"`,
      );
  }
}
