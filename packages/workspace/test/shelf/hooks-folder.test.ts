import type { HooksPlace } from "@agent-sandbox/core";
import { expect, it } from "@jest/globals";

import { hooksFolder } from "../../src/shelf/hooks-folder.ts";
import { Workbench } from "../support/workbench.ts";

it.each<readonly [HooksPlace, string]>([
  [{ at: "inside", path: ".git/hooks" }, "/workspace/app/.git/hooks"],
  [{ at: "inside", path: "" }, "/workspace/app"],
  [{ at: "outside", path: "/a/b", source: "/a/c" }, "/run/agent-sandbox-hooks"],
  [{ at: "absent", path: "/a/b" }, "/run/agent-sandbox-hooks"],
  [{ at: "refused", path: "/", reason: "it is too much" }, "/run/agent-sandbox-hooks"],
])("of %j is %s", (hooks, folder) => {
  using bench = new Workbench();
  expect(hooksFolder(bench.settings({ hooks }))).toBe(folder);
});
