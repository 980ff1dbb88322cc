import type { Operation } from "../operations.ts";
import type { EngineChoice } from "../schema/engine.ts";
import type { PortMapping } from "../schema/published-port.ts";
import type { ProtectedPath } from "../schema/protected-path.ts";
import type { Source, Sourced } from "../source.ts";

export type EngineName = "docker" | "bwrap" | "virtual";

/**
 * All layers in one, every value with its source: plain data that JSON carries. Lists are sorted, but
 * for `dns`, `tests` and the rules of paths.
 */
export interface ResolvedPolicy {
  /** Whose policy this is. */
  readonly engine: EngineName;
  /** What was written: the key `engine`. */
  readonly engineChoice: Sourced<EngineChoice>;
  readonly enabled: Sourced<boolean>;
  readonly filesystem: ResolvedFilesystem;
  readonly environment: ResolvedEnvironment;
  readonly network: ResolvedNetwork;
  readonly commands: readonly ResolvedCommand[];
  readonly tools: ResolvedTools;
  /** Whether the Docker daemon's socket is reachable inside. */
  readonly docker: Sourced<boolean>;
  readonly nested: Sourced<boolean>;
  readonly agents: ResolvedAgents;
  readonly container: ResolvedContainer;
  readonly virtual: ResolvedVirtual;
  readonly audit: ResolvedAudit;
  /** The user's own cases for `agent-sandbox test`. */
  readonly tests: readonly Sourced<PolicyTest>[];
}

/** All paths are absolute, but for the protected ones. */
export interface ResolvedFilesystem {
  /** What is readable outside of the root without a rule of its own. */
  readonly base: Sourced<"host" | "project" | "empty">;
  readonly root: Sourced<string>;
  readonly places: Places;
  /** Of all layers and presets, the root's and the base's among them; the strongest first. */
  readonly rules: readonly PathRule[];
  /** Patterns, the sensitive defaults among them. */
  readonly blocked: readonly Sourced<string>[];
  /** Exceptions from `blocked` of the same layer or a weaker one. */
  readonly allowed: readonly Sourced<string>[];
  /** Relative to the workspace. */
  readonly protected: readonly Sourced<ProtectedPath>[];
}

/** Where paths of the policy start. */
interface Places {
  readonly workspace: string;
  readonly home: string;
  readonly temp: string;
  /** Paths that lead elsewhere by a link, such as a root that is one. Rules have the real ones. */
  readonly links: readonly LinkedPath[];
}

export interface LinkedPath {
  readonly path: string;
  readonly real: string;
}

export type PathLevel = "ro" | "rw" | "exclude";

export interface PathRule {
  readonly level: PathLevel;
  /** Absolute; each segment may be a glob. */
  readonly path: string;
  readonly isGlob: boolean;
  /** What it is there for: itself, the root, the base, or what programs cannot start without. */
  readonly origin: "rule" | "root" | "base" | "system";
  readonly source: Source;
}

export interface ResolvedEnvironment {
  readonly inherit: Sourced<"core" | "all" | "none">;
  readonly filterSecrets: Sourced<boolean>;
  /** Names of variables of the caller, each exactly one. */
  readonly allow: readonly Sourced<string>[];
  /** Globs of names that never go in. */
  readonly block: readonly Sourced<string>[];
  readonly set: readonly ResolvedVariable[];
}

export interface ResolvedVariable extends Sourced<string> {
  readonly name: string;
}

/** With `external: "none"` every list is empty and every switch but `localhost` is off. */
export interface ResolvedNetwork {
  readonly external: Sourced<"none" | "domains" | "all">;
  /** Whether the sandbox's own loopback is open. */
  readonly localhost: Sourced<boolean>;
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

/** Whether a program may run; a preset's name or a script that runs in its place. */
export type CommandRule = boolean | "@git" | { readonly script: string };

export interface ResolvedCommand {
  readonly name: string;
  readonly rule: CommandRule;
  readonly source: Source;
}

export interface ResolvedTools {
  /** Null means all tools but the denied ones. */
  readonly allow: readonly Sourced<string>[] | null;
  /** Of these, the ones that what is started may call; all of them without it. */
  readonly narrowed?: readonly Sourced<string>[];
  readonly deny: readonly Sourced<string>[];
  /** Whether what an agent's own file says of its tools is enforced too. */
  readonly enforceAgentPermissions: Sourced<boolean>;
}

export interface ResolvedAgents {
  readonly isolation: Sourced<"shared" | "per-workspace">;
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

export interface ResolvedVirtual {
  readonly maxTotalBytes: Sourced<number>;
  readonly maxFileBytes: Sourced<number>;
  readonly maxNodeCount: Sourced<number>;
  readonly commandTimeoutMs: Sourced<number>;
}

export interface ResolvedAudit {
  /** Which decisions are on record: denials, or all of them. */
  readonly level: Sourced<"blocked" | "all">;
  /** The folder of the records, absolute; undefined is the user's state folder. */
  readonly path: Sourced<string> | undefined;
  readonly keepDays: Sourced<number>;
  readonly maxBytes: Sourced<number>;
}

/** One case of the user's own: what is asked for, and what must come out. */
export interface PolicyTest {
  readonly operation: Operation;
  /** As it is written: a path, a program, `host:port`, a variable or a tool. */
  readonly target: string;
  readonly expect: "allow" | "deny";
}
