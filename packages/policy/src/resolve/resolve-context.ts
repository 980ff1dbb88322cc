import type { EngineName, LinkedPath } from "./resolved-policy.ts";

/** What rules are relative to. All paths are absolute; which of them are links comes as a fact. */
export interface ResolveContext {
  readonly engine: EngineName;
  readonly workspace: string;
  readonly home: string;
  readonly temp: string;
  /** Places of the policy that are links, each with where it leads; rules take the real path. */
  readonly links?: readonly LinkedPath[];
  /** The branch that is checked out, for `@git-strict`: its own ref stays writable. */
  readonly branch?: string | undefined;
}
