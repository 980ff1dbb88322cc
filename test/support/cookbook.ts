import { readFileSync } from "node:fs";
import { join } from "node:path";

const COOKBOOK = readFileSync(join(import.meta.dirname, "../../docs/cookbook.md"), "utf8");

const FILE = /^```(?:jsonc|yaml)\n(?:\/\/|#) (\S+)\n(.*?)^```$/gms;

/** A section of the cookbook, with the files that its blocks are: `~/…` is the user's own. */
export interface Recipe {
  readonly title: string;
  readonly files: readonly RecipeFile[];
}

interface RecipeFile {
  readonly path: string;
  readonly text: string;
}

/** All sections of the cookbook, in their order. */
export function readRecipes(): readonly Recipe[] {
  return COOKBOOK.split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf("\n")),
      files: [...section.matchAll(FILE)].map(([, path = "", text = ""]) => ({ path, text })),
    }));
}
