// Run by npm around `npm pack` of the cli: puts beside the bundle what an installed package cannot
// take from the repository, and with --remove takes it away again, so that a checkout never works
// with an old copy.
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");
const cli = join(repository, "packages", "cli");

const copies = {
  "base-image": "assets/base-image",
  templates: "assets/templates",
  // Under the same names as in the repository.
  "packages/engine-bwrap/shims": "assets/packages/engine-bwrap/shims",
  "packages/engine-bwrap/launcher/dist": "assets/packages/engine-bwrap/launcher/dist",
  "README.md": "README.md",
  LICENSE: "LICENSE",
};

await rm(join(cli, "assets"), { recursive: true, force: true });
for (const [from, to] of Object.entries(copies)) {
  if (process.argv.includes("--remove")) await rm(join(cli, to), { recursive: true, force: true });
  // Without a C compiler there is no launcher, and shims are scripts.
  else if (existsSync(join(repository, from)))
    await cp(join(repository, from), join(cli, to), { recursive: true });
}
