import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";
import { compare, type Layout, stepsOf } from "./beside-gnu.ts";

/** What is run, and what it reads. */
type Line = readonly [line: string, stdin?: string];

/** One of each kind that is told. */
const LAYOUT: Layout = {
  Dockerfile: "FROM node\nRUN x\n",
  _bin_bash: "#!/bin/bash\nx\n",
  _bin_dash: "#!/bin/dash\nx\n",
  _bin_ksh: "#!/bin/ksh\nx\n",
  "_bin_sed--f": "#!/bin/sed -f\nx\n",
  _bin_sh: "#!/bin/sh\nx\n",
  "_bin_sh--e": "#!/bin/sh -e\nx\n",
  _bin_zsh: "#!/bin/zsh\nx\n",
  "_opt_my-tool": "#!/opt/my tool\nx\n",
  "_usr_bin_awk--f": "#!/usr/bin/awk -f\nx\n",
  _usr_bin_bash: "#!/usr/bin/bash\nx\n",
  "_usr_bin_env--S-deno-run": "#!/usr/bin/env -S deno run\nx\n",
  "_usr_bin_env-bash": "#!/usr/bin/env bash\nx\n",
  "_usr_bin_env-node": "#!/usr/bin/env node\nx\n",
  "_usr_bin_env-perl": "#!/usr/bin/env perl\nx\n",
  "_usr_bin_env-php": "#!/usr/bin/env php\nx\n",
  "_usr_bin_env-python": "#!/usr/bin/env python\nx\n",
  "_usr_bin_env-ruby": "#!/usr/bin/env ruby\nx\n",
  "_usr_bin_env-sh": "#!/usr/bin/env sh\nx\n",
  "_usr_bin_env-zsh": "#!/usr/bin/env zsh\nx\n",
  _usr_bin_lua: "#!/usr/bin/lua\nx\n",
  _usr_bin_make: "#!/usr/bin/make\nx\n",
  _usr_bin_node: "#!/usr/bin/node\nx\n",
  _usr_bin_perl: "#!/usr/bin/perl\nx\n",
  _usr_bin_python: "#!/usr/bin/python\nx\n",
  _usr_bin_python3: "#!/usr/bin/python3\nx\n",
  _usr_bin_ruby: "#!/usr/bin/ruby\nx\n",
  _usr_bin_zsh: "#!/usr/bin/zsh\nx\n",
  "a.txt": "hello\n",
  "b.bz2": "BZh91AY",
  bat: "@echo off\n",
  bom: "\ufeffhi\n",
  bs: "a\bb\n",
  "c.c": "int main() {\n return 0;\n}\n",
  "c.csv": "a,b\n1,2\n",
  c1: '#include "x.h"\n',
  c2: "int x;\n",
  c3: "static int f(void) {\n}\n",
  c4: "struct a {\n};\n",
  c5: "#define X 1\n",
  c6: "#ifndef X\n#define X\n#endif\n",
  cc1: "class A {\n}\n",
  cert: "-----BEGIN CERTIFICATE-----\n",
  cr: "a\rb\r",
  crlf: "a\r\nb\r\n",
  crlfcut: "a\r\nb",
  csv: "a,b,c\n1,2,3\n4,5,6\n",
  "d.c": "#include <stdio.h>\nint main(){}\n",
  "d.diff": "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
  "d.pdf": "%PDF-1.4\n",
  "e.diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
  "e.js": "const x = 1;\nfunction f() {}\n",
  empty: "",
  esc: "\u001b[31mred\u001b[0m\n",
  "h.html": "<!DOCTYPE html>\n<html></html>\n",
  "h2.html": "<html><body></body></html>",
  h3: " \n<html>",
  h4: "<!doctype html>",
  h5: "<head>\n",
  h6: "<div>\n",
  "i.gif": "GIF89a\u0010\u0000 \u0000",
  ini: "[core]\n\tx = 1\n",
  "j.json": '{"a":1}\n',
  j1: ' {"a": 1}',
  j2: "{}",
  j3: "[]",
  j4: '{"a":1',
  j5: '"x"',
  j6: "12\n",
  j7: "[{}]\r\n",
  j8: '{"a":"\u00e9"}',
  js1: "class A extends B {\n}\n",
  js2: 'console.log("x");\n',
  js6: "function f() {\n  return 1;\n}\nvar x = 2;\n",
  js7: "const f = async () => {};\n",
  jsonc: '{\n  // c\n "a": 1}\n',
  "k.json": "[1,2]",
  k1: "-----BEGIN RSA PRIVATE KEY-----\n",
  k2: "ssh-rsa AAAA x\n",
  k3: "ssh-ed25519 AAAA x\n",
  k4: "-----BEGIN OPENSSH PRIVATE KEY-----\n",
  key: "-----BEGIN PRIVATE KEY-----\n",
  l300: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
  l301: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
  long: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "m.go": 'package main\nimport "fmt"\nfunc main() {}\n',
  mix: "a\r\nb\n",
  mk: ".PHONY: x\nx:\n\ty\n",
  "n.ndjson": '{"a":1}\n{"b":2}\n',
  nonl: "no newline",
  nul: "\u0000",
  one: "x",
  "p.py": "#!/usr/bin/env python3\nprint(1)\n",
  p1: "import os\n",
  p2: "from os import path\n",
  p3: "def f():\n  pass\n",
  p5: "class A:\n  def f(self):\n    pass\n",
  p6: "x = 1\nimport os, sys\n",
  php: "<?php\necho 1;\n",
  pl: "use strict;\nmy $x = 1;\n",
  "q.py": "import os\ndef f():\n    return 1\n",
  "q.sql": "SELECT 1;\n",
  "r.md": "# Title\n\ntext\n",
  rs: "fn main() {\n}\n",
  "s.css": "body { color: red }\n",
  "s.sh": "#!/bin/bash\necho\n",
  ts1: "interface A {\n  x: string;\n}\n",
  tsv: "a\tb\n1\t2\n",
  "u.txt": "h\u00e9\n",
  "v.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  vt: "a\u000bb\n",
  "w.wasm": "\u0000asm\u0001\u0000\u0000\u0000",
  "x.xml": '<?xml version="1.0"?>\n<a/>\n',
  x1: "<?xml version='1.0' encoding='UTF-8'?>\n<svg/>",
  x2: '<?xml version="1.1"?>',
  x3: "<a></a>\n",
  "y.yaml": "a: 1\nb:\n  - c\n",
  "dir/": "",
  link: "-> a.txt",
  broken: "-> nowhere",
};

const LINES: readonly Line[] = [
  [
    "file Dockerfile _bin_bash _bin_dash _bin_ksh _bin_sed--f _bin_sh _bin_sh--e _bin_zsh _opt_my-tool _usr_bin_awk--f _usr_bin_bash _usr_bin_env--S-deno-run _usr_bin_env-bash _usr_bin_env-node _usr_bin_env-perl _usr_bin_env-php _usr_bin_env-python _usr_bin_env-ruby _usr_bin_env-sh _usr_bin_env-zsh _usr_bin_lua _usr_bin_make _usr_bin_node _usr_bin_perl _usr_bin_python _usr_bin_python3 _usr_bin_ruby _usr_bin_zsh a.txt b.bz2 bat bom bs c.c c.csv c1 c2 c3 c4 c5 c6 cc1 cert cr crlf crlfcut csv d.c d.diff d.pdf e.diff e.js empty esc h.html h2.html h3 h4 h5 h6 i.gif ini j.json j1 j2 j3 j4 j5 j6 j7 j8 js1 js2 js6 js7 jsonc k.json k1 k2 k3 k4 key l300 l301 long m.go mix mk n.ndjson nonl nul one p.py p1 p2 p3 p5 p6 php pl q.py q.sql r.md rs s.css s.sh ts1 tsv u.txt v.svg vt w.wasm x.xml x1 x2 x3 y.yaml",
  ],
  [
    "file --mime-type Dockerfile _bin_bash _bin_dash _bin_ksh _bin_sed--f _bin_sh _bin_sh--e _bin_zsh _opt_my-tool _usr_bin_awk--f _usr_bin_bash _usr_bin_env--S-deno-run _usr_bin_env-bash _usr_bin_env-node _usr_bin_env-perl _usr_bin_env-php _usr_bin_env-python _usr_bin_env-ruby _usr_bin_env-sh _usr_bin_env-zsh _usr_bin_lua _usr_bin_make _usr_bin_node _usr_bin_perl _usr_bin_python _usr_bin_python3 _usr_bin_ruby _usr_bin_zsh a.txt b.bz2 bat bom bs c.c c.csv c1 c2 c3 c4 c5 c6 cc1 cert cr crlf crlfcut csv d.c d.diff d.pdf e.diff e.js empty esc h.html h2.html h3 h4 h5 h6 i.gif ini j.json j1 j2 j3 j4 j5 j6 j7 j8 js1 js2 js6 js7 jsonc k.json k1 k2 k3 k4 key l300 l301 long m.go mix mk n.ndjson nonl nul one p.py p1 p2 p3 p5 p6 php pl q.py q.sql r.md rs s.css s.sh ts1 tsv u.txt v.svg vt w.wasm x.xml x1 x2 x3 y.yaml",
  ],
  ["file -b a.txt"],
  ["file -i a.txt u.txt dir empty j.json"],
  ["file link broken nope dir"],
  ["file -L link nope"],
  ["file -N dir a.txt"],
  ["file -F x dir a.txt"],
  ["file -", "hello\n"],
  ["file --mime-encoding a.txt u.txt dir"],
];

describe.each([["file", LINES]] as const)("%s", (_, lines) => {
  it.each(lines.map(([line, stdin = ""]) => ({ line, stdin })))(
    "is the real one's: $line",
    ({ line, stdin }) => {
      const { gnu, virtual } = compare(LAYOUT, stepsOf(line, stdin));
      expect(virtual).toStrictEqual(gnu);
    },
  );
});

describe("file", () => {
  it("refuses by name what it cannot tell, and goes on", () => {
    const script = "printf '\\001\\177\\377' > x; echo a > y; file x y; file --mime-encoding x";
    const { exitCode, stderr, stdout } = openVirtual().executeSync(script);
    expect({ exitCode, stdout }).toStrictEqual({
      exitCode: 0,
      stdout: "y: ASCII text\nx: binary\n",
    });
    expect(stderr).toContain("file: x: not supported");
  });
});
