import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { SandboxError, type RepositoryFacts } from "@agent-sandbox/core";

import { GIT } from "../../src/git/safe-git.ts";
import { provisionBranches } from "../../src/provision/provision-branches.ts";
import type { BranchRequest, ProvisionedBranch } from "../../src/provision/provisioned-branch.ts";
import type { ShelfSettings } from "../../src/shelf/settings.ts";
import { LocalSession } from "./local-session.ts";

const ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/** git as a person calls it, with what its configuration names. */
export function git(directory: string, ...args: readonly string[]): string {
  const options = { cwd: directory, encoding: "utf8", env: ENVIRONMENT } as const;
  return execFileSync(GIT, ["-c", "protocol.file.allow=always", ...args], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  }).replace(/^ | ?\n$/g, "");
}

/** A host's repository, a shelf and the gate's folders, in a directory of their own. */
export class Workbench implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-workspace-")));
  /** The host's checkout, where the session has it too. */
  readonly host: string;
  readonly shelf = join(this.root, "repo-shelf");
  readonly gate = join(this.root, "gate");

  constructor(...init: readonly string[]) {
    this.host = join(this.root, "workspace", "app");
    for (const directory of [this.host, this.shelf, this.gate])
      mkdirSync(directory, { recursive: true });
    git(this.host, "init", "--quiet", "--initial-branch=main", ...init);
  }

  /** With one commit on `main`. */
  static withCommit(...init: readonly string[]): Workbench {
    const bench = new Workbench(...init);
    bench.commit("README.md", "hello\n");
    return bench;
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  write(path: string, content: string, root: string = this.host): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }

  remove(path: string): void {
    rmSync(path, { recursive: true });
  }

  /** Commits one file, and gives the commit. */
  commit(path: string, content: string, root: string = this.host): string {
    this.write(path, content, root);
    git(root, "add", "--force", "--", path);
    git(root, "commit", "--quiet", "-m", `Write ${path}`);
    return git(root, "rev-parse", "HEAD");
  }

  settings(facts: Partial<RepositoryFacts> = {}, path: string = this.host): ShelfSettings {
    return {
      workspace: { path, name: "app", hash: "0".repeat(32) },
      repository: {
        gitDir: join(path, ".git"),
        commonGitDir: undefined,
        originUrl: undefined,
        userName: "Ada",
        userEmail: "ada@example.com",
        hooksPath: undefined,
        hooks: { at: "inside", path: ".git/hooks" },
        danglingHooks: [],
        objectFormat: "sha1",
        filters: [],
        ownFilters: [],
        ...facts,
      },
      paths: { shelf: this.shelf, workspace: join(this.root, "workspace"), gate: this.gate },
    };
  }

  worktree(key: string): string {
    return join(this.shelf, "worktrees", key);
  }

  get repo(): string {
    return join(this.shelf, "repo");
  }

  provision(
    requests: readonly Partial<BranchRequest>[],
    { settings = this.settings(), session = new LocalSession() } = {},
  ): ReturnType<typeof provisionBranches> {
    return provisionBranches(
      session,
      settings,
      requests.map((request) => ({ name: "work", placeholders: [], ...request })),
    );
  }

  /** Of one branch, which has to succeed. */
  async make(name: string, request: Partial<BranchRequest> = {}): Promise<ProvisionedBranch> {
    const [made] = await this.provision([{ name, ...request }]);
    if (made === undefined || made instanceof SandboxError) throw made ?? new Error("No outcome");
    return made;
  }

  /** Of one branch, which has to fail. */
  async refuse(name: string, request: Partial<BranchRequest> = {}): Promise<SandboxError> {
    const [made] = await this.provision([{ name, ...request }]);
    if (made instanceof SandboxError) return made;
    throw new Error(`"${name}" was made`);
  }
}
