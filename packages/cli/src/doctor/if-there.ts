import { skipped } from "./finding.ts";
import type { Check } from "./run-checks.ts";
import type { SharedFacts } from "./shared-facts.ts";

type Look = Check["look"];

/** What cannot be looked at without Docker is no finding of its own. */
export function ifDocker({ docker }: SharedFacts, look: Look): Look {
  return async () => ((await works(docker)) ? await look() : skipped("Docker does not answer"));
}

/** The same without the base image. */
export function ifImage(facts: SharedFacts, look: Look): Look {
  return ifDocker(facts, async () => {
    const { created, name } = await facts.baseImage();
    return created === undefined ? skipped(`there is no image "${name}"`) : await look();
  });
}

/** The same without a workspace. */
export function ifWorkspace({ workspace }: SharedFacts, look: Look): Look {
  return async () => ((await works(workspace)) ? await look() : skipped("there is no workspace"));
}

async function works(facts: () => Promise<unknown>): Promise<boolean> {
  return await facts().then(
    () => true,
    () => false,
  );
}
