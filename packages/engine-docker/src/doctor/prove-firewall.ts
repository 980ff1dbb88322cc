import type Docker from "dockerode";

import { SETUP_CAPABILITIES } from "../container-spec.ts";
import { answerTo } from "../daemon-patience.ts";
import { dockerFailure } from "../failures.ts";
import { waitReady } from "../wait-ready.ts";
import { probeContainer } from "./probe-container.ts";

/**
 * Starts a container as every sandbox starts, without a workspace: resolves when it has closed its
 * network and proven it. Fails with SANDBOX_FAILED, and the set-up's own reason as the hint.
 */
export async function proveFirewall(
  docker: Docker,
  image: string,
  signal: AbortSignal,
): Promise<void> {
  const options = {
    Image: image,
    User: "root",
    HostConfig: {
      CapDrop: ["ALL"],
      CapAdd: [...SETUP_CAPABILITIES],
      SecurityOpt: ["no-new-privileges"],
      PidsLimit: 256,
      LogConfig: { Type: "json-file", Config: {} },
    },
  };
  await using probe = await probeContainer(docker, options, signal);
  try {
    await answerTo((abortSignal) => probe.container.start({ abortSignal }), signal);
    await waitReady("sandbox", probe.container, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure("start a sandbox of the base image", error);
  }
}
