import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The oldest that `engines` of the packages names. */
export const OLDEST_NODE = "22.12.0";

/** The path of that Node; brought from npm's packages once, beside the one that the tests run in. */
export function bringOldestNode(): string {
  const folder = join(import.meta.dirname, "../../.toolchain", OLDEST_NODE);
  const name = `node-${process.platform}-${process.arch}`;
  const node = join(folder, "node_modules", name, "bin/node");
  if (!existsSync(node)) {
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    execFileSync("npm", ["install", ...quiet, "--prefix", folder, `${name}@${OLDEST_NODE}`]);
  }
  return node;
}
