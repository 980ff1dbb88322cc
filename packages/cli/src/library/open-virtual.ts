import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import { checkVirtualSupported } from "@agent-sandbox/core";
import { openVirtual } from "@agent-sandbox/engine-virtual";
import { resolvePolicy } from "@agent-sandbox/policy";

import { loadFileLayers } from "../load-policy.ts";
import { recordPlace } from "../record-place.ts";
import { InMemory } from "./in-memory.ts";
import { OpenRuns } from "./open-runs.ts";
import type { Opening } from "./opening.ts";
import { RecordedSandbox } from "./recorded-sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { sinkOfLast } from "./sink-of-last.ts";

/** Opens a sandbox in this process's memory, which begins empty; the words of a command are one line of its shell. */
export async function openInMemory({ layer, workspace, surroundings }: Opening): Promise<Sandbox> {
  const files = await loadFileLayers({ path: "/", given: layer }, surroundings);
  const places = { workspace: "/", home: "/home/user", temp: "/tmp", links: [] };
  const policy = resolvePolicy([...files, layer], { engine: "virtual", ...places });
  checkVirtualSupported(policy);
  const owner = whose(workspace);
  const runs = new OpenRuns();
  return new RecordedSandbox({
    engine: "virtual",
    sandbox: new InMemory(openVirtual({ policy, audit: { sink: sinkOfLast(runs, owner) } })),
    workspace: owner,
    place: await recordPlace(surroundings),
    environment: {},
    runs,
    oneAtATime: true,
  });
}

/** For the record alone: nothing of it is in memory, and it need not be there. */
function whose(workspace: string): string {
  try {
    return realpathSync.native(workspace);
  } catch {
    return resolve(workspace);
  }
}
