// Every command of ours on the page for those who come from other tools, run as it stands.
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { type Machine, makeMachine } from "../support/on-this-machine.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/moving.md"), "utf8");

const PAIR = /^```sh\n(.+)\n(.+)\n```$/gm;
const FILE = /^```jsonc\n\/\/ (\S+)\n(.*?)^```$/gms;

interface Section {
  readonly title: string;
  /** Our commands. */
  readonly commands: readonly string[];
  /** Our files, by their path in the workspace. */
  readonly files: readonly (readonly [path: string, text: string])[];
}

const sections: readonly Section[] = PAGE.split(/^## From /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf("\n")),
    commands: [...text.matchAll(PAIR)].map(([, , ours = ""]) => ours),
    files: [...text.matchAll(FILE)]
      .map(([, path = "", content = ""]) => [path, content] as const)
      .filter(([path]) => !path.startsWith("~")),
  }));

/** A command's status, and what it says. */
type Outcome = readonly [status: number, said: RegExp];

const READ_ONLY = /Read-only file system/;
const NOTHING = /^$/;

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  "agent-sandbox exec npm test": [0, /tests run/],
  "agent-sandbox exec --network=false --ro vendor -- make": [0, /made/],
  "agent-sandbox exec --cmd git=true,rm=false sh -c 'rm README.md'": [126, /'rm' is blocked/],
  "agent-sandbox exec -C .. --exclude secrets --rw out ls secrets": [0, NOTHING],
  "agent-sandbox exec --dry-run --debug npm test": [0, /bwrap .*npm test/],
  "agent-sandbox check": [1, /outside sandbox/],
  "agent-sandbox exec touch out/x": [0, NOTHING],
  "agent-sandbox exec sh -c 'echo x > README.md'": [2, READ_ONLY],
  "agent-sandbox exec --config other.json cat secrets/key": [1, /No such file/],
  "agent-sandbox exec curl --silent --fail http://evil.example/": [22, NOTHING],
  "agent-sandbox exec --network=false make": [0, /made/],
  "agent-sandbox exec --ro vendor touch vendor/x": [1, READ_ONLY],
  "agent-sandbox exec --exclude ~/notes cat ~/notes/today": [1, /No such file/],
  "agent-sandbox exec --rw ~/notes touch ~/notes/new": [0, NOTHING],
  "agent-sandbox exec --env STAGE=test printenv STAGE GITHUB_TOKEN": [1, /^test\n$/],
  // What is called a secret is covered, and there is nothing in it.
  "agent-sandbox exec --config project.jsonc ls ~": [0, /^notes\nproject\nsecrets\n$/],
};

/** What follows from the files that a section shows. */
const BY_FILES: Readonly<Record<string, readonly (readonly [script: string, status: number])[]>> = {
  "the Go agent-sandbox": [
    ["rm README.md", 126],
    ["cat secrets/key", 1],
    ["touch vendor/x", 1],
    ["touch new", 0],
  ],
  srt: [
    ["cat ~/notes/today", 1],
    ["touch new", 1],
    ["touch out/kept/x", 1],
    ["touch out/new", 0],
  ],
  firejail: [
    ["-c project.jsonc touch ~/notes/x", 1],
    ["-c project.jsonc cat ~/notes/today", 0],
    ["-c project.jsonc cat ~/other/file", 1],
    ["-c project.jsonc touch new", 0],
  ],
};

/** A repository with something to do, in a home with notes. */
const LAYOUT = `mkdir -p ~/../temp ~/notes ~/secrets ~/other vendor out/kept secrets
  echo today > ~/notes/today; echo key > secrets/key; echo key > ~/secrets/key; echo x > ~/other/file
  printf 'all:\\n\\t@echo made\\n' > Makefile
  printf '{ "scripts": { "test": "echo tests run" } }' > package.json
  echo '{ "filesystem": { "exclude": ["secrets"] } }' > other.json`;

it("has a pair for each of the commands that are tried out here, and no others", () => {
  expect(sections.map(({ title }) => title)).toEqual(["the Go agent-sandbox", "srt", "firejail"]);
  expect(sections.flatMap(({ commands }) => commands).sort()).toEqual(Object.keys(OUTCOMES).sort());
});

describe.each(sections)("from $title", ({ title, commands, files }) => {
  let machine: Machine;

  const run = (command: string) => {
    const [program = "", ...words] = machine.as;
    const PATH = `${join(machine.home, "bin")}:${machine.host("printf %s $PATH")}`;
    // These homes are in the usual one.
    const TMPDIR = `TMPDIR=${join(machine.home, "../temp")}`;
    return spawnSync(
      program,
      [...words, `PATH=${PATH}`, "GITHUB_TOKEN=t", TMPDIR, "sh", "-c", command],
      {
        cwd: machine.workspace,
        encoding: "utf8",
      },
    );
  };

  beforeAll(() => {
    machine = makeMachine({ uid: 1000 });
    machine.host(LAYOUT);
    mkdirSync(join(machine.home, "bin"));
    symlinkSync(CLI, join(machine.home, "bin/agent-sandbox"));
    for (const [path, text] of files) {
      machine.host(`mkdir -p $(dirname ${path})`);
      writeFileSync(join(machine.workspace, path), text);
      chownSync(join(machine.workspace, path), 1000, 1000);
    }
    run("agent-sandbox trust");
  });

  afterAll(() => {
    machine[Symbol.dispose]();
  });

  it.each(commands)("%s", (command) => {
    const [status, said] = OUTCOMES[command] ?? [0, NOTHING];
    const tried = run(command);
    expect([tried.status, tried.stdout + tried.stderr]).toEqual([
      status,
      expect.stringMatching(said),
    ]);
  });

  it("keeps what its files say", () => {
    const attempts = BY_FILES[title] ?? [];
    expect(attempts.length).toBeGreaterThan(1);
    for (const [script, status] of attempts) {
      const tried = run(`agent-sandbox exec ${script}`);
      expect([script, tried.status]).toEqual([script, status]);
    }
  });
});
