import { SandboxError } from "../errors.ts";
import type { HostFacts, PathFact } from "../facts.ts";

/** Fails with WORKSPACE_INVALID where the workspace is root's. */
export function checkOwner({ workspace, owner }: Pick<HostFacts, "owner" | "workspace">): void {
  if (owner.uid !== 0) return;
  throw refusal(workspace.path, "it belongs to root, and agents never run as root", {
    hint: `Give it to a user ("chown -R 1000:1000 ${workspace.path}") or clone it as one`,
  });
}

/** Fails with WORKSPACE_INVALID where the checkout's own `.git` cannot be protected in a container. */
export function checkGitDirectory({ workspace, git }: HostFacts): void {
  const problem = GIT_PROBLEM[git];
  if (problem !== undefined) throw refusal(workspace.path, problem.state, problem);
}

const GIT_PROBLEM: Partial<Record<PathFact, { state: string; hint: string }>> = {
  absent: {
    state: "it is not the top of a git repository",
    hint: 'Run this at the repository\'s top, or make one with "git init"',
  },
  file: {
    state: 'its ".git" is a file: it is a linked worktree or a submodule',
    hint: "Work on a branch of it with --branch NAME, or use the main checkout of the repository: hooks and config of this one are elsewhere, and could not be protected",
  },
  link: {
    state: 'its ".git" is a symbolic link',
    hint: "Use the directory that the link points into: what it protects would be mounted from there",
  },
};

function refusal(path: string, state: string, { hint }: { hint: string }): SandboxError {
  return new SandboxError("WORKSPACE_INVALID", `Cannot sandbox "${path}": ${state}`, { hint });
}
