import type { Layout } from "./beside-gnu.ts";

/** Some of everything that a file can be. */
export const FILE_LAYOUT: Layout = {
  "README.md": "# Title\n\nhello world\nTODO: fix me\n\n\nlast line\n",
  "log.txt": Array.from({ length: 25 }, (_, n) => `line ${n + 1}\n`).join(""),
  "nonl.txt": "no newline",
  "tabs.txt": "a\tb\r\n\u0001é\n",
  empty: "",
  big: "0123456789abcdef".repeat(700),
  "src/app.js": "const x = 1;\n",
  "src/lib/deep.ts": "export {}\n",
  "dst/src/app.js": "old\n",
  ".hidden": "h\n",
  "a b": "spaces\n",
  link: "-> src",
  filelink: "-> README.md",
  dangling: "-> nowhere",
  loop: "-> loop",
  "hollow/": "",
};
