#!/usr/bin/env node
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// Before anything else is loaded: an older Node would only show a syntax error of the bundle.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`Error: Cannot start agent-sandbox: Node is ${process.version}`);
  console.error("Hint: Install Node 22.12 or later");
  process.exit(125);
}

// The user's own folder and not the default one in the shared temporary folder, where whoever is
// first could leave compiled code for others.
const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
module.enableCompileCache(join(cache, "agent-sandbox", "compile-cache"));

const { main } = module.createRequire(import.meta.url)("../dist/bundle/main.cjs");
await main(process.argv.slice(2), join(import.meta.dirname, ".."));
