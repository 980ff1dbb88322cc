import type { PortMapping } from "../schema/published-port.ts";
import type { ProtectedPath } from "../schema/protected-path.ts";
import type { Sourced } from "../source.ts";

/** All layers in one, every value with its source. Lists are sorted, but for `dns`. */
export interface ResolvedPolicy {
  readonly filesystem: {
    readonly protected: readonly Sourced<ProtectedPath>[];
  };
  readonly environment: {
    /** Names of variables of the host, each exactly one. */
    readonly allow: readonly Sourced<string>[];
    readonly set: ReadonlyMap<string, Sourced<string>>;
  };
  readonly network: ResolvedNetwork;
  readonly container: ResolvedContainer;
}

/** With `external: "none"` every list is empty and every switch is off. */
export interface ResolvedNetwork {
  readonly external: Sourced<"none" | "domains" | "all">;
  /** Names without those that are denied; GitHub's among them where `network.git` is on. */
  readonly domains: readonly Sourced<string>[];
  /** Every denial; `domains` follows them already, names from elsewhere go through `isDenied`. */
  readonly deniedDomains: readonly Sourced<string>[];
  /** Those within an allowed `*.name`: an engine that only takes allowed names must refuse them. */
  readonly deniedWithinAllowed: readonly Sourced<string>[];
  /** Whether GitHub's published address ranges are open. */
  readonly githubRanges: Sourced<boolean>;
  /** Whether the registries of the user's npm configuration are allowed. */
  readonly npmRegistries: Sourced<boolean>;
  /** TCP ports open towards the allowed names. */
  readonly ports: readonly Sourced<number>[];
  /** IP addresses of resolvers; empty means the machine's own. */
  readonly dns: readonly Sourced<string>[];
}

export interface ResolvedContainer {
  readonly baseTag: Sourced<string>;
  readonly image: Sourced<string> | undefined;
  readonly network: Sourced<string> | undefined;
  readonly ports: readonly Sourced<PortMapping>[];
  readonly memoryBytes: Sourced<number> | undefined;
  readonly cpus: Sourced<number> | undefined;
  readonly pids: Sourced<number>;
  readonly onLostMount: Sourced<"stop" | "warn">;
}
