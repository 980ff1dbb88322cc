import type Docker from "dockerode";

import { isAbsent } from "./answers.ts";
import { answerTo } from "./daemon-patience.ts";
import { dockerFailure } from "./failures.ts";

/** Since when a container is what it is now, and how it ended. */
export interface SandboxState {
  readonly since: Date;
  /** The exit status of one that has ended; undefined while it runs, and where it never did. */
  readonly exitStatus: number | undefined;
}

/** Undefined for a container that is gone. */
export async function sandboxState(container: Docker.Container): Promise<SandboxState | undefined> {
  try {
    const { Created, State } = await answerTo((abortSignal) => container.inspect({ abortSignal }));
    return stateOf(Created, State);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw dockerFailure("see since when the sandbox runs", error);
  }
}

/** What the daemon says of a container's state, as far as it is read here. */
type Told = Pick<
  Docker.ContainerInspectInfo["State"],
  "Running" | "StartedAt" | "FinishedAt" | "ExitCode"
>;

/** Pure. The daemon writes the year 1 where a moment has not come. */
export function stateOf(created: string, state: Told): SandboxState {
  const { Running, StartedAt, FinishedAt, ExitCode } = state;
  const started = new Date(StartedAt);
  if (started.getTime() <= 0) return { since: new Date(created), exitStatus: undefined };
  if (Running) return { since: started, exitStatus: undefined };
  return { since: new Date(FinishedAt), exitStatus: ExitCode };
}
