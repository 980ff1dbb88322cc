import { describe, expect, it } from "@jest/globals";

import { openVirtual, type VirtualSandbox } from "../../src/index.ts";
import { fixture } from "../support/fixture.ts";

interface Case {
  readonly command: string;
  readonly stdout: string;
  readonly exit: number;
}

const FILES = JSON.parse(fixture("shell-files.json")) as Readonly<Record<string, string>>;
const casesOf = (name: string): readonly Case[] =>
  fixture(name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
const CASES = casesOf("shell-cases.jsonl");
const MORE_CASES = casesOf("shell-cases-more.jsonl");

/** What the cases call besides what a shell has. */
const TOOLS = [
  ...[
    "ls",
    "cat",
    "head",
    "tail",
    "wc",
    "grep",
    "egrep",
    "touch",
    "cp",
    "mv",
    "rm",
    "mkdir",
    "find",
  ],
  ...["sed", "awk", "sort", "uniq", "cut", "tr", "tee", "xargs", "seq", "basename", "dirname"],
  ...[
    "realpath",
    "readlink",
    "ln",
    "chmod",
    "stat",
    "du",
    "df",
    "date",
    "sleep",
    "rev",
    "tac",
    "nl",
  ],
  ...[
    "paste",
    "join",
    "comm",
    "cmp",
    "split",
    "fold",
    "expand",
    "od",
    "base64",
    "md5sum",
    "mktemp",
  ],
  ...["rmdir", "yes", "tree", "bc", "dd", "truncate", "uname", "hostname", "id", "whoami", "diff"],
  ...[
    "patch",
    "rg",
    "jq",
    "tar",
    "gzip",
    "zcat",
    "zip",
    "unzip",
    "python3",
    "git",
    "expr",
    "rmdir",
  ],
];

const available = new Set(openVirtual().getAvailableCommands());
const absent = TOOLS.filter((tool) => !available.has(tool));

function needsNothingElse({ command }: Case): boolean {
  return !absent.some((tool) => new RegExp(`(^|[|;&(\\s])${tool}($|[\\s;|)])`).test(command));
}

/** A directory's own order is its file system's business: of these only the lines count. */
const UNORDERED = "for f in $(find ";

function linesOf(command: string, text: string): string | readonly string[] {
  return command.startsWith(UNORDERED) ? text.split("\n").sort() : text;
}

/** Recorded with an empty pipe at standard input, which rg searches then; here there is none. */
const WITHOUT_PIPE = {
  command: "rg -tjs foo -c | sort",
  stdout: "src/app.js:2\nsrc/test/app.test.js:1\n",
  exit: 0,
};
const isOtherwise = ({ command }: Case): boolean => command === WITHOUT_PIPE.command;

const sandboxOf = (): VirtualSandbox => {
  const files = Object.entries(FILES).map(([path, text]) => [`/project/${path}`, text] as const);
  return openVirtual({
    workingDirectory: "/project",
    environment: { HOME: "/tmp", TZ: "UTC", LC_ALL: "C.UTF-8" },
    files: Object.fromEntries(files),
  });
};

describe("one-liners of agents, with bash's own answers", () => {
  const answered = CASES.filter((one) => needsNothingElse(one) && !isOtherwise(one));
  it.each([...answered, WITHOUT_PIPE, ...MORE_CASES])(
    "$command",
    async ({ command, exit, stdout }) => {
      using sandbox = sandboxOf();
      const result = await sandbox.execute(command);
      expect(result.exitCode).toBe(exit);
      expect(linesOf(command, result.stdout)).toEqual(linesOf(command, stdout));
    },
  );
});
