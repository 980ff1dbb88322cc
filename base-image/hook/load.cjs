// Runs program.cjs in the compiled form that the image's build leaves beside it: to compile it takes
// as long as Node takes to start. Node's own cache goes by the user's number, which no build knows.
// With `--write`, after a call on standard input, writes that form.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const filename = join(__dirname, "program.cjs");
const cache = `${filename}.cache`;
const isWriting = process.argv[2] === "--write";

const script = new Script(`(require) => {${readFileSync(filename, "utf8")}\n}`, {
  filename,
  // Of another version of Node it is refused, and the program compiled.
  ...(isWriting ? {} : { cachedData: readIfThere(cache) }),
});
script.runInThisContext()(require);
if (isWriting) writeFileSync(cache, script.createCachedData());

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
