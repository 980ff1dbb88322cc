import { inventory } from "@agent-sandbox/engine-docker";

import { atMost } from "../at-most.ts";
import type { Context } from "../engine-ports.ts";
import type { CleanFacts } from "./clean-facts.ts";
import { keptTranscripts } from "./kept-transcripts.ts";
import { knownWorkspaces } from "./known-workspaces.ts";
import { lookAtWorkspace } from "./look-at-workspace.ts";

/** Each look is a container for a second. */
const AT_ONCE = 4;

/** Everything that deciding needs: of one workspace, or of all. Every shelf of these is looked into. */
export async function gatherFacts(
  { only }: { readonly only: string | undefined },
  context: Context,
): Promise<CleanFacts> {
  const before = await inventory(context.ports.docker, context.signal);
  const known = knownWorkspaces(before).filter(({ hash }) => only === undefined || hash === only);
  const looked = await atMost(AT_ONCE, known, (workspace) =>
    lookAtWorkspace(workspace, before, context),
  );
  // To look makes a volume for the gate's sockets, where there was none.
  const items = await inventory(context.ports.docker, context.signal);
  const workspaces = new Map(looked.map((facts) => [facts.hash, facts]));
  const transcripts = await keptTranscripts(context.surroundings);
  return { now: new Date(), items, workspaces, transcripts };
}
