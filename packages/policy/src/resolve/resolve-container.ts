import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import { every, last, lastOr, sectionKey, sinceEmptied, unique } from "./gather.ts";
import type { ResolvedContainer } from "./resolved-policy.ts";

const BASE_TAG = sectionKey("container", "baseTag");
const PORTS = sectionKey("container", "ports");
const PIDS = sectionKey("container", "pids");
const ON_LOST_MOUNT = sectionKey("container", "onLostMount");

/** The docker engine's own settings of all layers, from the weakest to the strongest. */
export function resolveContainer(layers: readonly PolicyLayer[]): ResolvedContainer {
  const { baseTag, pids, onLostMount } = DEFAULTS.container;
  return {
    baseTag: lastOr(layers, BASE_TAG, baseTag),
    image: last(layers, sectionKey("container", "image")),
    network: last(layers, sectionKey("container", "network")),
    ports: unique(
      every(sinceEmptied(layers, PORTS), PORTS),
      ({ hostPort, protocol }) => `${String(hostPort).padStart(5, "0")}/${protocol}`,
      "last",
    ),
    memoryBytes: last(layers, sectionKey("container", "memory")),
    cpus: last(layers, sectionKey("container", "cpus")),
    pids: lastOr(layers, PIDS, pids),
    onLostMount: lastOr(layers, ON_LOST_MOUNT, onLostMount),
  };
}
