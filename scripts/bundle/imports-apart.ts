import { basename, extname } from "node:path";

import type { Plugin } from "esbuild";

/** Takes some imports from files of other bundles. */
export function importsApart(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: "imports-apart",
    setup(build) {
      build.onResolve({ filter: /^\.\// }, ({ path }) => {
        const file = files[path];
        return file === undefined ? undefined : { path: file, external: true };
      });
    },
  };
}

/** Marks what is asked by this plugin itself. */
const OWN = Symbol("own");

/**
 * Takes whatever is imported while the program runs, but for the files named in `kept`, from files of
 * another bundle, and notes in `entries` which source each of these is to have.
 */
export function importsLater(
  entries: Record<string, string>,
  kept: readonly string[] = [],
): Plugin {
  return {
    name: "imports-later",
    setup(build) {
      build.onResolve({ filter: /./ }, async (asked) => {
        const { path, kind, importer, resolveDir } = asked;
        if (kind !== "dynamic-import" || path.startsWith("node:")) return undefined;
        if (asked.pluginData === OWN) return undefined;
        const name = basename(path, extname(path));
        if (kept.includes(name)) return undefined;
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: OWN });
        entries[name] = found.path;
        return { path: `./${name}.js`, external: true, errors: found.errors };
      });
    },
  };
}
