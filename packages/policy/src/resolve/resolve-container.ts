import { DEFAULTS } from "../defaults.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import type { Policy } from "../schema/policy-schema.ts";
import { defaulted, every, last, sinceEmptied, unique, type Key } from "./gather.ts";
import type { ResolvedContainer } from "./resolved-policy.ts";

type ContainerKeys = NonNullable<Policy["container"]>;

const BASE_TAG = key("baseTag");
const PORTS = key("ports");
const PIDS = key("pids");
const ON_LOST_MOUNT = key("onLostMount");

/** The docker engine's own settings of all layers, from the weakest to the strongest. */
export function resolveContainer(layers: readonly PolicyLayer[]): ResolvedContainer {
  const { baseTag, pids, onLostMount } = DEFAULTS.container;
  return {
    baseTag: last(layers, BASE_TAG) ?? defaulted(baseTag, BASE_TAG),
    image: last(layers, key("image")),
    network: last(layers, key("network")),
    ports: unique(
      every(sinceEmptied(layers, PORTS), PORTS),
      ({ hostPort, protocol }) => `${String(hostPort).padStart(5, "0")}/${protocol}`,
      "last",
    ),
    memoryBytes: last(layers, key("memory")),
    cpus: last(layers, key("cpus")),
    pids: last(layers, PIDS) ?? defaulted(pids, PIDS),
    onLostMount: last(layers, ON_LOST_MOUNT) ?? defaulted(onLostMount, ON_LOST_MOUNT),
  };
}

function key<Name extends keyof ContainerKeys>(name: Name): Key<NonNullable<ContainerKeys[Name]>> {
  return {
    path: ["container", name],
    read: (policy) => policy.container?.[name] ?? undefined,
  };
}
