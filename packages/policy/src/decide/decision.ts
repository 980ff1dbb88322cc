import type { LayerName, Source } from "../source.ts";

export type Effect = "allow" | "deny";

/** What decided; the `policy` of a record. */
export type RuleId =
  | "within-project-root"
  | "outside-project-root"
  | "base-host"
  | "system-path"
  | "standard-stream"
  | "path-rule"
  | "protected-path"
  | "sensitive-file-pattern"
  | "allowed-pattern"
  | "unresolved-path"
  | "magic-link"
  | "invalid-path"
  | "command-rule"
  | "command-not-restricted"
  | "network-open"
  | "network-closed"
  | "allowed-host"
  | "denied-host"
  | "host-not-allowed"
  | "port-not-allowed"
  | "address"
  | "localhost"
  | "invalid-host"
  | "blocked-variable"
  | "allowed-variable"
  | "set-variable"
  | "steering-variable"
  | "secret-variable"
  | "core-variable"
  | "inherited-variable"
  | "variable-not-inherited"
  | "invalid-variable"
  | "denied-tool"
  | "allowed-tool"
  | "tool-not-allowed"
  | "tool-not-restricted";

/** An answer, and all that it takes to explain it. */
export interface Decision {
  readonly effect: Effect;
  readonly rule: RuleId;
  readonly layer: LayerName;
  readonly reason: string;
  /** Where the rule is written; undefined for what always holds. */
  readonly source: Source | undefined;
  /** What to write, and where, for the other answer; undefined where nothing changes it. */
  readonly wouldChange?: string | undefined;
}

export interface Verdict extends Omit<Decision, "layer" | "source"> {
  /** What the rule was read from. */
  readonly by?: { readonly source: Source } | undefined;
}

export function decision({ by, ...verdict }: Verdict): Decision {
  return { ...verdict, layer: by?.source.layer ?? "defaults", source: by?.source };
}

/** A place in a configuration as people find it again. */
export function placeOf({ file, key, layer }: Source): string {
  return file === undefined ? `${key} (${layer})` : `${key} of ${JSON.stringify(file)}`;
}
