import type { ResolveContext } from "../../src/resolve/resolve-context.ts";

const PLACES = { workspace: "/home/ann/proj", home: "/home/ann", temp: "/tmp" } as const;

export const DOCKER: ResolveContext = { engine: "docker", ...PLACES };
export const BWRAP: ResolveContext = { engine: "bwrap", ...PLACES };
export const VIRTUAL: ResolveContext = { engine: "virtual", ...PLACES };
