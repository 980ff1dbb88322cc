import type { HostFacts, OutsideFact, PathFact, ScriptFact } from "../../src/facts.ts";

interface FactsOptions extends Partial<Omit<HostFacts, "paths" | "outside" | "scripts">> {
  /** What stands outside of the workspace, by its real path; everything else is absent. */
  readonly outside?: Readonly<Record<string, OutsideFact>>;
  readonly scripts?: Readonly<Record<string, ScriptFact>>;
  /** What is there, by path relative to the workspace; everything else is absent. */
  readonly paths?: Readonly<Record<string, PathFact>>;
}

/** Facts of an ordinary repository of uid 1000 in which no protected path exists. */
export function hostFacts({
  paths = {},
  outside = {},
  scripts = {},
  ...facts
}: FactsOptions = {}): HostFacts {
  return {
    workspace: { path: "/home/ann/shop", name: "shop", hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    owner: { uid: 1000, gid: 1000 },
    git: "directory",
    hooksPath: undefined,
    hooks: { at: "inside", path: ".git/hooks" },
    matches: [],
    ownFolders: ["/home/ann/.config/agent-sandbox", "/home/ann/.local/state/agent-sandbox"],
    npmRegistryHosts: [],
    githubRanges: [],
    ...facts,
    paths: new Map(Object.entries(paths)),
    outside: new Map(Object.entries(outside)),
    scripts: new Map(Object.entries(scripts)),
  };
}
