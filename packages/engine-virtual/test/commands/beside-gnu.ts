import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { importTree } from "../../src/files/import-tree.ts";
import { scratchFiles } from "../files/scratch-files.ts";
import type { Ran } from "./run-command.ts";
import { runCommand } from "./run-command.ts";

/** Content by path; `-> target` is a link, a path that ends in `/` an empty directory. */
export type Layout = Readonly<Record<string, string>>;

/** Every file is of this time, so that no clock has a say. */
const TIME = Date.UTC(2026, 0, 2, 3, 4, 5);

export interface Step {
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function onDisk(root: string, layout: Layout): void {
  for (const [path, content] of Object.entries(layout)) {
    const full = join(root, path);
    mkdirSync(path.endsWith("/") ? full : dirname(full), { recursive: true });
    if (path.endsWith("/")) continue;
    if (content.startsWith("-> ")) symlinkSync(content.slice(3), full);
    else {
      writeFileSync(full, content);
      utimesSync(full, TIME / 1_000, TIME / 1_000);
    }
  }
}

const inMemory = (layout: Layout): ReturnType<typeof scratchFiles> => {
  const files = scratchFiles({}, Date.now);
  files.makeDirectory("/w");
  for (const [path, content] of Object.entries(layout)) {
    if (path.endsWith("/")) importTree(files, { [`/w/${path.slice(0, -1)}`]: { directory: true } });
    else if (content.startsWith("-> "))
      importTree(files, { [`/w/${path}`]: { link: content.slice(3) } });
    else importTree(files, { [`/w/${path}`]: { content, modified: TIME } });
  }
  return files;
};

export interface Compared {
  readonly gnu: readonly Ran[];
  readonly virtual: readonly Ran[];
}

/** Runs the same commands with the machine's own programs on a disk and with the virtual ones in memory. */
export function compare(layout: Layout, steps: readonly Step[]): Compared {
  const root = mkdtempSync(join(tmpdir(), "beside-gnu-"));
  try {
    onDisk(root, layout);
    const usual = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", LANGUAGE: "C", TZ: "UTC" };
    const gnu = steps.map(({ argv: [name = "", ...args], stdin: input = "", env: own = {} }) => {
      const env = { ...usual, ...own };
      const { status, stdout, stderr } = spawnSync(name, args, { cwd: root, input, env });
      return {
        status: status ?? -1,
        stdout: stdout.toString(),
        stderr: stderr.toString(),
      };
    });
    const files = inMemory(layout);
    const virtual = steps.map(({ argv, stdin = "", env = {} }) =>
      runCommand(argv, { files, cwd: "/w", stdin, env }),
    );
    return { gnu, virtual };
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Words as a shell would split them, with single quotes. */
const words = (line: string): readonly string[] =>
  Array.from(line.matchAll(/'([^']*)'|[^\s']+/g), ([word, inside]) => inside ?? word);

const ASSIGNMENT = /^(\w+)=(.*)$/;

/** A command with its variables in front: `TZ=Asia/Tokyo date`. */
function stepOf(line: string): Step {
  const all = words(line);
  const start = all.findIndex((word) => !ASSIGNMENT.test(word));
  const env = all.slice(0, start).map((word): [string, string] => {
    const [, name = "", value = ""] = ASSIGNMENT.exec(word) ?? [];
    return [name, value];
  });
  return { argv: all.slice(start), env: Object.fromEntries(env) };
}

/** Several commands in a line, parted by ` && `. */
export const stepsOf = (line: string, stdin?: string): readonly Step[] =>
  line.split(" && ").map((one) => ({ ...stepOf(one), ...(stdin === undefined ? {} : { stdin }) }));
