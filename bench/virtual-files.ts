// What the files of a virtual sandbox and the commands on them cost, each beside its budget. Prints
// medians; it judges nothing.
//
//   node --expose-gc bench/virtual-files.ts
//
// Needs Node 24 and nothing else. Without --expose-gc the heap of an idle sandbox is left out.
import { performance } from "node:perf_hooks";

import type {
  Command,
  Input,
  Invocation,
} from "../packages/engine-virtual/src/commands/command.ts";
import { FILE_COMMANDS } from "../packages/engine-virtual/src/commands/index.ts";
import { importTree } from "../packages/engine-virtual/src/files/import-tree.ts";
import { MemoryFiles } from "../packages/engine-virtual/src/files/memory-files.ts";
import { median } from "./timed-command.ts";

const LIMITS = {
  maxTotalSize: 2 ** 30,
  maxFileSize: 10 * 2 ** 20,
  maxNodeCount: 1_000_000,
  maxDepth: 256,
};

const newFiles = (): MemoryFiles => new MemoryFiles({ limits: LIMITS, now: Date.now });

/** Prose with a rare word: lines of 40 to 80 characters, as in source. */
function prose(length: number, seed: number): string {
  const words = [
    "const",
    "value",
    "return",
    "import",
    "the",
    "function",
    "=>",
    "name",
    "(x)",
    "{ }",
  ];
  let text = "";
  for (let n = seed; text.length < length; n += 7) {
    text += `${words[n % words.length] ?? ""} ${words[(n * 3) % words.length] ?? ""}_${n}${n % 9 === 0 ? "\n" : " "}`;
  }
  return `${text.slice(0, length - 1)}\n`;
}

function sourceTree(count: number, size: number): MemoryFiles {
  const files = newFiles();
  for (let n = 0; n < count; n += 1) {
    const text = prose(size, n) + (n % 100 === 0 ? "// TODO: later\n" : "");
    importTree(files, { [`/src/d${n % 40}/file${n}.ts`]: text });
  }
  return files;
}

const NO_INPUT: Input = {
  *read() {
    yield;
    return undefined;
  },
};

/** Runs a command to its end and gives how much it wrote. */
function run(files: MemoryFiles, argv: readonly string[]): number {
  const [name = "", ...args] = argv;
  let written = 0;
  const count = (content: Uint8Array | string): void => void (written += content.length);
  const command: Command | undefined = FILE_COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`Cannot measure "${name}": no such command`);
  const invocation: Invocation = {
    ...{ name, args, files, cwd: "/", env: new Map(), umask: 0o022, stdin: NO_INPUT },
    stdout: { write: count },
    stderr: { write: count },
    descriptor: () => undefined,
    outputDescriptor: () => undefined,
    resolve: (path) => (path.startsWith("/") ? path : `/${path}`),
    canWait: () => false,
    now: Date.now,
    runCommand: () => refuseOther(),
    runGroup: () => refuseOther(),
  };
  const running = command.run(invocation);
  while (running.next().done !== true);
  return written;
}

function refuseOther(): never {
  throw new Error("Cannot run another command: this one is measured alone");
}

const ROUNDS = 15;

function measure(title: string, budget: string, work: () => unknown): void {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  print(title, `${median(times).toFixed(3)} ms`, budget);
}

const print = (title: string, figure: string, budget: string): void => {
  console.log(`${title.padEnd(62)} ${figure.padStart(12)}   ${budget}`);
};

function measureGrep(): void {
  const files = sourceTree(1_000, 10_000);
  for (const argv of [
    ["grep", "-rn", "TODO", "/src"],
    ["grep", "-rniE", "todo:", "/src"],
    ["grep", "-rnE", "value_[0-9]+5 return", "/src"],
    ["grep", "-rlE", "(TODO|FIXME).*later", "/src"],
    ["grep", "-rc", "", "/src"],
    ["grep", "-roE", "(a|ab)+c_[0-9]", "/src"],
  ]) {
    measure(`${argv.join(" ")} (1,000 files, 10 MB)`, "≤ 15 ms", () => run(files, argv));
  }
}

function measureFind(): void {
  const files = newFiles();
  for (let n = 0; n < 10_000; n += 1)
    importTree(files, { [`/a${n % 20}/b${n % 200}/f${n}.ts`]: "" });
  for (const argv of [
    ["find", "/"],
    ["find", "/", "-name", "*9.ts", "-type", "f"],
  ]) {
    measure(`${argv.join(" ")} (10,000 nodes)`, "≤ 20 ms", () => run(files, argv));
  }
}

function measureSnapshots(): void {
  const files = sourceTree(10_000, 10_000);
  measure("snapshot and restore, 10,000 files and 100 MB", "≤ 1 ms", () => {
    const tree = files.tree();
    run(files, ["rm", "-r", "/src/d1"]);
    files.restore(tree);
  });
  measure(
    "cp -r of all of it",
    "",
    () => run(files, ["cp", "-r", "/src", "/copy"]) + run(files, ["rm", "-r", "/copy"]),
  );
  const image = sourceTree(800, 10_000).tree();
  measure("10,000 forks of an image of 8 MB", "≤ 50 ms", () =>
    Array.from(
      { length: 10_000 },
      () => new MemoryFiles({ limits: LIMITS, now: Date.now, tree: image }),
    ),
  );
}

function measureDirectories(): void {
  const empty = new Uint8Array();
  for (const count of [1_000, 10_000]) {
    measure(`${count} files into one directory`, "", () => {
      const files = newFiles();
      for (let n = 0; n < count; n += 1) files.write(`/f${n}`, empty);
    });
  }
  measure("1,000 files into one directory, a snapshot after each", "", () => {
    const files = newFiles();
    for (let n = 0; n < 1_000; n += 1) {
      files.write(`/f${n}`, empty);
      files.tree();
    }
  });
  measure("10,000 appends to one file", "", () => {
    const files = newFiles();
    const line = new Uint8Array(100);
    for (let n = 0; n < 10_000; n += 1) {
      const file = files.open("/log", { write: true, append: true, create: true });
      file.write(line);
      file.close();
    }
  });
}

function measureHeap(): void {
  if (globalThis.gc === undefined) return;
  const count = 10_000;
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: count }, newFiles);
  globalThis.gc();
  const bytes = (process.memoryUsage().heapUsed - before) / kept.length;
  print("heap of the files of one idle sandbox", `${bytes.toFixed(0)} B`, "≤ 4 KiB with its shell");
}

measureHeap();
measureGrep();
measureFind();
measureSnapshots();
measureDirectories();
