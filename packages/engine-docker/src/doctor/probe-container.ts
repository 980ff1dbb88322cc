import type Docker from "dockerode";
import type { ContainerCreateOptions } from "dockerode";

import { answerTo } from "../daemon-patience.ts";
import { dockerFailure } from "../failures.ts";
import { LABEL } from "../labels.ts";
import { listContainers } from "../list-containers.ts";
import { hasGone, removeStrays, thisOwner } from "../stray-sessions.ts";

/** A container that is looked into and then removed, whatever happens. */
export interface ProbeContainer extends AsyncDisposable {
  readonly container: Docker.Container;
}

/** Creates it; it starts nothing yet. */
export async function probeContainer(
  docker: Docker,
  options: ContainerCreateOptions,
  signal: AbortSignal,
): Promise<ProbeContainer> {
  await removeStrayProbes(docker);
  const labelled = { ...options, Labels: { [LABEL.probe]: thisOwner() } };
  try {
    const container = await answerTo(
      (abortSignal) => docker.createContainer({ ...labelled, abortSignal }),
      signal,
    );
    return {
      container,
      [Symbol.asyncDispose]: async () => {
        // Not by `signal`: what was made goes also when the person has interrupted.
        await answerTo((abortSignal) => container.remove({ force: true, v: true, abortSignal }));
      },
    };
  } catch (error) {
    throw dockerFailure("create a container to look into", error);
  }
}

/** What is left where the process before was killed. */
async function removeStrayProbes(docker: Docker): Promise<void> {
  const found = await listContainers(docker, { all: true, filters: { label: [LABEL.probe] } });
  await removeStrays(
    docker,
    found.filter(({ Labels }) => hasGone(Labels[LABEL.probe] ?? "")),
  );
}
