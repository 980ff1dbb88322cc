import { resolve } from "node:path";

import type { GitSession } from "@agent-sandbox/core";

import { runSteps } from "../files/run-steps.ts";
import type { Outcome, Step } from "../files/step.ts";
import type { GitPlace } from "../git/places.ts";
import { refusal } from "./host-repository.ts";

/** Looks at what names other object stores of the host's (gitrepository-layout(5)). */
export function alternatesStep({ gitDir, commonDir }: GitPlace): Step {
  return { do: "look", root: objectsOf({ gitDir, commonDir }), path: "info/alternates" };
}

/** Fails with WORKSPACE_INVALID where some of the host's objects are where the session has none. */
export async function checkAlternates(
  session: GitSession,
  { host, workspace }: { readonly host: GitPlace; readonly workspace: string },
  found: Outcome | undefined,
): Promise<void> {
  const stores = (found?.content ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => resolve(objectsOf(host), line));
  if (stores.length === 0) return;
  const looked = await runSteps(
    session,
    stores.map((root) => [{ do: "look", root, path: "pack" }]),
  );
  const missing = stores.find((_, index) => looked[index]?.[0]?.problem !== undefined);
  if (missing === undefined) return;
  throw refusal(workspace, `some of its objects are in "${missing}", which no sandbox sees`, {
    hint: 'Copy them in with "git repack -ad" and remove .git/objects/info/alternates',
  });
}

function objectsOf({ gitDir, commonDir }: GitPlace): string {
  return `${commonDir ?? gitDir}/objects`;
}
