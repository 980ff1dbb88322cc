// Run while the image is built: what starts often is plain JavaScript there, since Node takes 50 ms
// to load what takes the types away.
import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import process from "node:process";

for (const file of process.argv.slice(2)) {
  writeFileSync(file.replace(/\.ts$/, ".mjs"), stripTypeScriptTypes(readFileSync(file, "utf8")));
}
