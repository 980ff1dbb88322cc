import { join } from "node:path";

import type { Plugin } from "esbuild";

interface Substitute {
  /** Whose imports are meant. */
  readonly importer: RegExp;
  readonly modules: RegExp;
  /** A file beside this one, or a module of Node's. */
  readonly by: string;
}

const DOCKERODE = /\/node_modules\/(?:dockerode|docker-modem)\/lib\//;

const SUBSTITUTES: readonly Substitute[] = [
  {
    importer: DOCKERODE,
    modules:
      /^(?:ssh2|@grpc\/grpc-js|@grpc\/proto-loader|protobufjs|https|split-ca|tar-fs|zlib|@balena\/dockerignore)$/,
    by: "left-out.cjs",
  },
  { importer: DOCKERODE, modules: /^debug$/, by: "no-debug.cjs" },
  { importer: /\/docker-modem\/lib\//, modules: /^util$/, by: "no-inspect.cjs" },
  // The same streams, published apart for Nodes older than those that run this.
  { importer: /\/node_modules\//, modules: /^readable-stream$/, by: "node:stream" },
  { importer: /\/node_modules\//, modules: /^wsl-utils$/, by: "no-wsl.js" },
];

/** Puts others in the place of modules that take too long to load at each start. */
export const substitutes: Plugin = {
  name: "substitutes",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const found = SUBSTITUTES.find(
        (one) => one.modules.test(path) && one.importer.test(importer),
      );
      if (found === undefined) return undefined;
      return found.by.startsWith("node:")
        ? { path: found.by, external: true }
        : { path: join(import.meta.dirname, found.by) };
    });
  },
};
