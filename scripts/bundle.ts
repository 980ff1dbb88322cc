// Bundles the cli into packages/cli/dist/bundle and writes its oclif manifest. What is loaded at
// each start counts: docs/decisions/0002-bundle.md has the figures.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { Plugin } from "@oclif/core/config";
import { build, type BuildOptions } from "esbuild";

import { requireBuiltins } from "./bundle/builtin-modules.ts";
import { notices } from "./bundle/notices.ts";
import { substitutes } from "./bundle/substitutes.ts";

const repository = join(import.meta.dirname, "..");
const cli = join(repository, "packages", "cli");
const source = join(cli, "src");
const target = join(cli, "dist", "bundle");

/** One entry for each command, so that a start loads the one that was asked for. */
function entryPoints(): Record<string, string> {
  const files = globSync(["main.ts", "commands/**/*.ts"], { cwd: source });
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ""), join(source, file)]));
}

const options = {
  entryPoints: entryPoints(),
  outdir: target,
  absWorkingDir: repository,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  // jsonc-parser's "main" is UMD, which no bundler can follow.
  mainFields: ["module", "main"],
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
  metafile: true,
  write: false,
  logLevel: "warning",
} satisfies BuildOptions;

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
const { metafile, outputFiles } = await build(options);
for (const { path, text } of outputFiles) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, requireBuiltins(text));
}
await writeFile(join(target, "LICENSES.txt"), await notices(Object.keys(metafile.inputs)));
await writeManifest();

const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
console.log(`${relative(repository, target)}: ${(bytes / 1e6).toFixed(1)} MB`);
