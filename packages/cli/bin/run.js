#!/usr/bin/env node
// Before anything else is loaded: an older Node would only show a syntax error of the bundle.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`Error: Cannot start agent-sandbox: Node is ${process.version}`);
  console.error("Hint: Install Node 22.12 or later");
  process.exit(125);
}

const { enableCompileCache } = require("node:module");
const { homedir } = require("node:os");
const { join } = require("node:path");

// The user's own folder and not the default one in the shared temporary folder, where whoever is
// first could leave compiled code for others.
const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
enableCompileCache(join(cache, "agent-sandbox", "compile-cache"));

const { main } = require("../dist/bundle/main.cjs");

void main(process.argv.slice(2), join(__dirname, ".."));
