import { followLinks } from "../paths/follow-links.ts";
import { absolutePath, pathOf } from "../paths/segments.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import type { Sourced } from "../source.ts";
import { every, lastOr, sectionKey, sinceEmptied, unique } from "./gather.ts";
import { resolvePathRules } from "./path-rules.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { EngineName, ResolvedFilesystem } from "./resolved-policy.ts";

const BASE = sectionKey("filesystem", "base");
const ROOT = sectionKey("filesystem", "root");
const BLOCKED = sectionKey("filesystem", "blockedPatterns");
const ALLOWED = sectionKey("filesystem", "allowedPatterns");
const PROTECTED = sectionKey("filesystem", "protected");

const BASES = {
  docker: "empty",
  bwrap: "host",
  virtual: "empty",
} as const satisfies Record<EngineName, ResolvedFilesystem["base"]["value"]>;

/** The files of all layers and presets, from the weakest to the strongest. */
export function resolveFilesystem(
  layers: readonly PolicyLayer[],
  context: ResolveContext,
): ResolvedFilesystem {
  const { home, temp, links = [] } = context;
  const real = (path: string) => pathOf(followLinks(path, links));
  const base = lastOr(layers, BASE, BASES[context.engine]);
  const root = resolveRoot(layers, context);
  return {
    base,
    root,
    places: { workspace: real(context.workspace), home: real(home), temp: real(temp), links },
    rules: resolvePathRules(layers, { context, root, base }),
    // The strongest layer's block is the hardest to lift, and its exception lifts the most.
    blocked: unique(every(layers, BLOCKED), String, "last"),
    allowed: unique(every(sinceEmptied(layers, ALLOWED), ALLOWED), String, "last"),
    protected: unique(every(layers, PROTECTED), ({ path }) => path),
  };
}

function resolveRoot(layers: readonly PolicyLayer[], context: ResolveContext): Sourced<string> {
  const { value, source } = lastOr(layers, ROOT, ".");
  const path = absolutePath(value, context.workspace, context.home);
  return { value: pathOf(followLinks(path, context.links ?? [])), source };
}
