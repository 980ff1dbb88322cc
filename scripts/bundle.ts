// Bundles the cli into packages/cli/dist/bundle and writes its oclif manifest; and the agents' hook
// into base-image/hook, as the image takes it. What is loaded at
// each start counts: docs/decisions/0002-bundle.md and 0008-what-a-warm-run-loads.md have the figures.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { Plugin } from "@oclif/core/config";
import { build, type BuildOptions } from "esbuild";

import { bundleHook } from "./bundle/hook.ts";
import { byRequire } from "./bundle/by-require.ts";
import { importsApart, importsLater } from "./bundle/imports-apart.ts";
import { notices } from "./bundle/notices.ts";
import { substitutes } from "./bundle/substitutes.ts";

const repository = join(import.meta.dirname, "..");
const cli = join(repository, "packages", "cli");
const source = join(cli, "src");
const target = join(cli, "dist", "bundle");

const common = {
  outdir: target,
  absWorkingDir: repository,
  bundle: true,
  platform: "node",
  target: "node22.12",
  // jsonc-parser's "main" is UMD, which no bundler can follow.
  mainFields: ["module", "main"],
  logLevel: "warning",
  define: { PARSER: JSON.stringify(await parserId()) },
} satisfies BuildOptions;

/** Node loads it in fewer steps than ES modules. */
const commonJs = {
  ...common,
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  define: { ...common.define, "import.meta.dirname": "__dirname" },
} satisfies BuildOptions;

/**
 * The commands that `main` runs without oclif, with what stays in their files of all that they import
 * while they run: a start mostly finds no sandbox that runs. What stays wraps every module in a function, and
 * loads more slowly.
 */
const QUICK = {
  "exec-command": [],
  "mcp-command": [],
  "run-command": [],
  "start-command": [
    "ask-hooks-path",
    "complete-plan",
    "ensure-image",
    "prepare-branch",
    "proper-lockfile",
    "wait-ready",
  ],
  "virtual-command": [],
};

const main = {
  ...commonJs,
  entryPoints: { main: join(source, "main.ts") },
  plugins: [
    importsApart({
      ...Object.fromEntries(Object.keys(QUICK).map((name) => [`./${name}.ts`, `./${name}.cjs`])),
      "./run-oclif.ts": "./run-oclif.js",
    }),
  ],
} satisfies BuildOptions;

/** The rest of it, by the name of its file. */
const later: Record<string, string> = {};

/** All that one of them loads, in one file: finding and linking a dozen chunks takes time. */
const quick = Object.entries(QUICK).map(
  ([name, kept]) =>
    ({
      ...commonJs,
      entryPoints: entryPoints([`${name}.ts`]),
      plugins: [importsLater(later, kept), substitutes],
    }) satisfies BuildOptions,
);

/** One entry for each of the other commands, so that a start loads the one that was asked for; and the library. */
const commands = {
  ...common,
  entryPoints: entryPoints(["run-oclif.ts", "library/library.ts", "commands/**/*.ts"]),
  format: "esm",
  splitting: true,
  plugins: [substitutes],
  // oclif asks for it when it runs from TypeScript sources, which it never does here.
  external: ["typescript"],
  // What dependencies in CommonJS expect to be there.
  banner: {
    js: [
      `const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);`,
      `const __filename = import.meta.filename, __dirname = import.meta.dirname;`,
    ].join("\n"),
  },
} satisfies BuildOptions;

/** Follows from all that reads a configuration file: what another program has read is not its own. */
async function parserId(): Promise<string> {
  const sources = ["packages/policy/dist/**/*.js", "packages/host/dist/config/*.js"];
  const hash = createHash("sha256").update(await readFile(join(repository, "package-lock.json")));
  for (const file of globSync(sources, { cwd: repository }).toSorted()) {
    hash.update(await readFile(join(repository, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

function entryPoints(patterns: string[]): Record<string, string> {
  const files = globSync(patterns, { cwd: source });
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ""), join(source, file)]));
}

/** Writes the files of one bundle; returns what they were made of and their size. */
async function bundle(options: BuildOptions) {
  const { metafile, outputFiles } = await build({ ...options, metafile: true, write: false });
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, byRequire(text));
  }
  const sizes = Object.values(metafile.outputs).map(({ bytes }) => bytes);
  return {
    inputs: Object.keys(metafile.inputs),
    megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6,
  };
}

/** With the manifest oclif knows every command without loading one. */
async function writeManifest(): Promise<void> {
  const plugin = new Plugin({
    root: cli,
    type: "core",
    ignoreManifest: true,
    errorOnManifestCreate: true,
    respectNoCacheDefault: true,
  });
  await plugin.load();
  await writeFile(
    join(cli, "oclif.manifest.json"),
    `${JSON.stringify(plugin.manifest, undefined, 2)}\n`,
  );
}

await rm(target, { recursive: true, force: true });
const first = [];
for (const options of [main, ...quick]) first.push(await bundle(options));
const rest = { ...commands, entryPoints: { ...commands.entryPoints, ...later } };
const all = [...first, await bundle(rest)];
const inputs = new Set(all.flatMap((one) => one.inputs));
await writeFile(join(target, "LICENSES.txt"), await notices([...inputs]));
await writeManifest();
await bundleHook(repository);

const megabytes = all.reduce((sum, one) => sum + one.megabytes, 0);
console.log(`${relative(repository, target)}: ${megabytes.toFixed(1)} MB`);
