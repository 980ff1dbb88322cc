import type { FileType } from "./file-type.ts";
import { lineWords, type TextKind } from "./text-kind.ts";

const SHELL = "text/x-shellscript";

/** Programs behind `#!`, by their names. */
const SCRIPTS: Readonly<Record<string, readonly [words: string, mime: string]>> = {
  ash: ["Neil Brown's ash script", SHELL],
  awk: ["awk script", "text/x-awk"],
  bash: ["Bourne-Again shell script", SHELL],
  gawk: ["GNU awk script", "text/x-gawk"],
  ksh: ["Korn shell script", SHELL],
  lua: ["Lua script", "text/x-lua"],
  python: ["Python script", "text/x-script.python"],
  ruby: ["Ruby script", "text/x-ruby"],
  sh: ["POSIX shell script", SHELL],
  zsh: ["Paul Falstad's zsh script", SHELL],
};

/** A text that begins with `#!`. */
export function scriptType(kind: TextKind): FileType | undefined {
  const [, line] = /^#! *(.+)/.exec(kind.text) ?? [];
  if (line === undefined) return undefined;
  const [, program] = /^\/usr\/bin\/env +(.+)$/.exec(line) ?? [];
  const command = program ?? line;
  const name = command
    .replace(/ .*/s, "")
    .replace(/^.*\//, "")
    .replace(/^python[\d.]*$/, "python");
  const behind = lineWords(kind);
  if (name === "node") {
    const words = `Node.js script executable, ${kind.words}${behind}`;
    return { words, mime: "application/javascript" };
  }
  if (name === "perl") return { words: "Perl script text executable", mime: "text/x-perl" };
  const [words, mime] = knownScript(name, program) ?? [
    `a ${command.trimEnd()} script`,
    "text/plain",
  ];
  return { words: `${words}, ${kind.words} executable${behind}`, mime };
}

/** To env, sh is none that is known. */
function knownScript(
  name: string,
  program: string | undefined,
): (typeof SCRIPTS)[string] | undefined {
  return name === "sh" && program !== undefined ? undefined : SCRIPTS[name];
}

/** Texts that say themselves what they are. */
const WHOLE: readonly (readonly [RegExp, FileType])[] = [
  [/^-----BEGIN CERTIFICATE-----/, { words: "PEM certificate", mime: "text/plain" }],
  [/^-----BEGIN RSA PRIVATE KEY-----/, { words: "PEM RSA private key", mime: "text/plain" }],
  [/^-----BEGIN OPENSSH PRIVATE KEY-----/, { words: "OpenSSH private key", mime: "text/plain" }],
  [/^ssh-rsa /, { words: "OpenSSH RSA public key", mime: "text/plain" }],
  [/^ssh-ed25519 /, { words: "OpenSSH ED25519 public key", mime: "text/plain" }],
  [
    /^(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg/,
    { words: "SVG Scalable Vector Graphics image", mime: "image/svg+xml" },
  ],
];

/** What is told of a text beside how it is encoded, the first that fits. */
const SOURCES: readonly (readonly [RegExp, words: string, mime: string])[] = [
  [/^<\?xml version=["']1\.0["']/, "XML 1.0 document", "text/xml"],
  [/^<\?xml version=["']1\.1["']/, "XML 1.1 document", "text/xml"],
  [/^\s*(?:<!doctype html|<html|<head|<title)[\s>]/i, "HTML document", "text/html"],
  [/^<\?php/, "PHP script", "text/x-php"],
  [/^(?:diff .*\n(?:.*\n){0,4})?--- .*\n\+\+\+ .*\n@@/, "unified diff output", "text/x-diff"],
  [/^@echo off/i, "DOS batch file", "text/x-msdos-batch"],
  [/^class[ \t]+\w+\s*\{[^]*\}$/m, "C++ source", "text/x-c++"],
  [/^#include|^struct +\w+ *\{/m, "C source", "text/x-c"],
  [/^(?:.*[ \t])?main\([^)]*\)\s*\{/m, "C source", "text/x-c"],
  [/^#[ \t]*ifn?def[^]*^#[ \t]*endif$/m, "C source", "text/x-c"],
];

const PYTHON = /^(?:from \w[\w.]* import |"""|[ \t]*def +\w+\(.*\):$)/m;

/** What is looked at of a text: some patterns take as long as its length squared. */
const BEGINNING = 8_192;

/** What a text is; only some of what is written in languages is told apart. */
export function textType(kind: TextKind): FileType {
  const text = kind.text.slice(0, BEGINNING);
  const whole = WHOLE.find(([pattern]) => pattern.test(text));
  if (whole !== undefined) return whole[1];
  const source = SOURCES.find(([pattern]) => pattern.test(text));
  if (source !== undefined) {
    return { words: `${source[1]}, ${kind.words}${lineWords(kind)}`, mime: source[2] };
  }
  if (PYTHON.test(text)) {
    const words = `Python script, ${kind.words} executable${lineWords(kind)}`;
    return { words, mime: "text/x-script.python" };
  }
  return { words: kind.words + lineWords(kind), mime: "text/plain" };
}
