import type { PathOperation } from "./asked.ts";

/** What a program does with the arguments that are no options. */
export interface Program {
  /** Each of them; undefined leaves them alone. */
  readonly operands?: PathOperation | "remote" | "url" | undefined;
  /** The last one, where it is another thing. */
  readonly last?: PathOperation | undefined;
  /** How many come first that are no files: a pattern, a mode, a script. */
  readonly skip?: number;
  /** Options that bring what would be skipped: `grep -e PATTERN FILE`. */
  readonly instead?: readonly string[];
  /** Options whose next argument is a file, or else no operand. */
  readonly options?: Readonly<Record<string, PathOperation | "url" | "value" | "directory">>;
  /** `name=value` arguments. */
  readonly settings?: Readonly<Record<string, PathOperation>>;
}

const reads: Program = { operands: "read" };
const writes: Program = { operands: "write" };
const deletes: Program = { operands: "delete" };
const lists: Program = { operands: "list" };

/** A script or pattern first, unless an option has it. */
const filter = (...instead: readonly string[]): Program => ({
  ...{ operands: "read", skip: 1, instead },
  options: Object.fromEntries(instead.map((name) => [name, name === "-e" ? "value" : "read"])),
});

/** A program in an argument. */
const CODE = { "-e": "value", "--eval": "value", "-p": "value", "-r": "value" } as const;

const copies: Program = { operands: "read", last: "write", options: { "-t": "write" } };

const NAMES: readonly (readonly [string, Program])[] = [
  [
    "cat tac nl less more most bat od xxd hexdump strings wc sort uniq cut paste join comm cmp diff sdiff " +
      "base32 base64 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum rev fold fmt " +
      "expand unexpand column pr tsort zcat bzcat xzcat zless zmore gunzip bunzip2 unxz file iconv csplit " +
      "view source .",
    reads,
  ],
  ["head tail", { operands: "read", options: { "-n": "value", "-c": "value" } }],
  ["node nodejs deno bun ruby perl php lua", { operands: "read", options: CODE }],
  ["python python3 ts-node tsx", { operands: "read", options: { "-c": "value", "-m": "value" } }],
  ["vi vim nvim nano emacs ed ex pico micro tee touch truncate mkfifo mknod sponge patch", writes],
  ["mkdir", { operands: "create", options: { "-m": "value" } }],
  ["rm rmdir unlink shred trash", deletes],
  ["ls dir vdir tree du stat readlink realpath lsattr getfacl exa eza lsd", lists],
  ["cp install rsync", copies],
  ["mv rename", { operands: "delete", last: "write", options: { "-t": "write" } }],
  ["link", copies],
  ["scp sftp", { operands: "remote", last: "write", options: { "-i": "read", "-F": "read" } }],
  ["chmod chown chgrp setfacl chattr", { operands: "write", skip: 1 }],
  ["grep egrep fgrep zgrep rg ag ack", filter("-e", "-f")],
  ["awk gawk mawk nawk", filter("-f")],
  ["jq yq", filter("-f")],
  ["gzip bzip2 xz zstd compress", writes],
  ["split", { operands: "read", last: "write" }],
  [
    "curl",
    {
      operands: "url",
      options: {
        ...{ "-o": "write", "--output": "write", "-D": "write", "--dump-header": "write" },
        ...{ "-c": "write", "--cookie-jar": "write", "--trace": "write", "--trace-ascii": "write" },
        ...{ "-T": "read", "--upload-file": "read", "-K": "read", "--config": "read" },
        ...{ "-E": "read", "--cert": "read", "--key": "read", "--cacert": "read", "-b": "read" },
        ...{ "--netrc-file": "read", "-x": "url", "--proxy": "url", "--url": "url" },
        ...{ "-H": "value", "--header": "value", "-X": "value", "--request": "value" },
        ...{ "-d": "value", "--data": "value", "--data-raw": "value", "--data-binary": "value" },
        ...{ "--data-urlencode": "value", "-F": "value", "--form": "value", "-u": "value" },
        ...{ "--user": "value", "-A": "value", "--user-agent": "value", "-e": "value" },
        ...{ "--referer": "value", "-m": "value", "--max-time": "value", "-w": "value" },
        ...{
          "--connect-timeout": "value",
          "--retry": "value",
          "--resolve": "value",
          "-r": "value",
        },
      },
    },
  ],
  [
    "wget",
    {
      operands: "url",
      options: {
        ...{ "-O": "write", "--output-document": "write", "-o": "write", "-a": "write" },
        ...{ "-P": "write", "-i": "read", "--post-file": "read", "--body-file": "read" },
        ...{ "-U": "value", "-t": "value", "-T": "value", "-e": "value" },
      },
    },
  ],
  ["openssl", { options: { "-in": "read", "-out": "write", "-inkey": "read", "-key": "read" } }],
  ["dd", { settings: { if: "read", of: "write" } }],
  ["zip", { operands: "read", settings: {} }],
  ["unzip", { operands: "read", options: { "-d": "write" } }],
  ["ssh", { options: { "-i": "read", "-F": "read", "-p": "value", "-o": "value" } }],
];

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  NAMES.flatMap(([names, program]) => names.split(" ").map((name) => [name, program] as const)),
);

/** What is known of a program, by its name. */
export function programNamed(name: string): Program | undefined {
  return PROGRAMS.get(name);
}

/** They take words that look like files and open none of them. */
export const OPENS_NOTHING = new Set([
  ...["echo", "printf", "true", "false", ":", "test", "[", "export", "set", "unset", "declare"],
  ...["local", "readonly", "typeset", "alias", "unalias", "return", "exit", "break", "continue"],
  ...["shift", "wait", "kill", "sleep", "type", "which", "hash", "help", "basename", "dirname"],
  ...["cd", "pushd", "popd", "pwd", "trap", "eval", "read", "let", "seq", "date", "uname", "id"],
  ...["git", "gh", "npm", "npx", "pnpm", "yarn"],
]);
