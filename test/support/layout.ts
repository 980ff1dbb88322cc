import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { TEST_IMAGE } from "./sandbox-image.ts";
import { trust } from "./trust.ts";
import { makeRepository, type Workspace } from "./workspace.ts";

/**
 * Beside a repository `main` with one commit, what a script makes in their folder; its last line says
 * where the workspace is. It runs in the image as it is: none is built.
 */
export function layout(script: string, owner = 1000): Workspace {
  const workspace = makeRepository({
    owner,
    layout: `export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
      export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=test@example.com
      export GIT_COMMITTER_NAME=Test GIT_COMMITTER_EMAIL=test@example.com
      git init --quiet --initial-branch main main && cd main
      echo hello > README.md && git add . && git commit --quiet --message first && cd ..
      ${script}`,
  });
  mkdirSync(join(workspace.path, ".agent-sandbox"));
  const config = { container: { image: TEST_IMAGE } };
  writeFileSync(join(workspace.path, ".agent-sandbox/config.json"), JSON.stringify(config));
  trust(workspace.path);
  return workspace;
}

export const LINKED_WORKTREE = "git -C main worktree add --quiet -b here ../linked; echo linked";

export const SUBMODULE = `git init --quiet super; git -C super submodule --quiet add ../main lib >&2
  git -C super/lib checkout --quiet -b here; echo super/lib`;
