import type { HostFacts, PathFact } from "../../src/facts.ts";

interface FactsOptions extends Partial<Omit<HostFacts, "paths">> {
  /** What is there, by path relative to the workspace; everything else is absent. */
  readonly paths?: Readonly<Record<string, PathFact>>;
}

/** Facts of an ordinary repository of uid 1000 in which no protected path exists. */
export function hostFacts({ paths = {}, ...facts }: FactsOptions = {}): HostFacts {
  return {
    workspace: { path: "/home/ann/shop", name: "shop", hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    owner: { uid: 1000, gid: 1000 },
    git: "directory",
    hooksPath: undefined,
    hooks: { at: "inside", path: ".git/hooks" },
    npmRegistryHosts: [],
    githubRanges: [],
    ...facts,
    paths: new Map(Object.entries(paths)),
  };
}
