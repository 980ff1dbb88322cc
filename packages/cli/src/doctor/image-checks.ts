import { AGENT_PACKAGES, askNpmVersion } from "@agent-sandbox/engine-docker/image";

import type { Finding } from "./finding.ts";
import { ifDocker, ifImage } from "./if-there.ts";
import { judgeBaseImage, judgeProgram } from "./judge-image.ts";
import type { Check } from "./run-checks.ts";
import type { SharedFacts } from "./shared-facts.ts";

/** npm answers in a second; on a closed network nobody waits for it longer than this. */
const NPM_MS = 10_000;

/** The base image, its age, and its agents against the registry. */
export function imageChecks(facts: SharedFacts): readonly Check[] {
  const lookAtBase = async () => judgeBaseImage(await facts.baseImage(), new Date());
  return [
    { name: "base-image", look: ifDocker(facts, lookAtBase), otherwise: "problem" },
    ...Object.entries(AGENT_PACKAGES).map(([name, npmName]): Check => {
      const look = () => lookAtAgent(facts, name, npmName);
      return { name, look: ifImage(facts, look), otherwise: "problem" };
    }),
  ];
}

async function lookAtAgent(
  { inside, surroundings, signal }: SharedFacts,
  name: string,
  npmName: string,
): Promise<Finding> {
  const asked = { env: { ...surroundings.env }, signal, timeout: NPM_MS };
  const [{ programs }, latest] = await Promise.all([
    inside(),
    askNpmVersion(`${npmName}@latest`, asked),
  ]);
  return judgeProgram(name, programs.get(name), latest);
}
