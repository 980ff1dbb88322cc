import { openVirtual, type VirtualSandbox } from "@agent-sandbox/engine-virtual";
import { Bash } from "just-bash";

/**
 * The virtual engine beside another shell in memory, both in one run: `node --expose-gc bench/virtual-beside.ts`.
 * Each figure is the best of several rounds, since other work on the machine only ever adds. What the other
 * has not is shown as what comes nearest: for a snapshot or a fork, a new shell with the same files.
 */
interface Row {
  readonly name: string;
  readonly unit: string;
  readonly own: number;
  readonly other: number;
}

const ROUNDS = 5;

async function best(count: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    for (let index = 0; index < count; index += 1) await work();
    times.push((performance.now() - from) / count);
  }
  return Math.min(...times);
}

type Texts = Readonly<Record<string, string>>;

/** 1,000 files of 10,000 characters: lines as in source, one of a hundred files with a rare word. */
function sources(): Texts {
  const files: Record<string, string> = {};
  for (let n = 0; n < 1000; n += 1) {
    const lines = Array.from(
      { length: 180 },
      (_, at) => `const value_${n}_${at} = call(${at * n}, "text of a line");`,
    );
    files[`/src/d${n % 40}/file${n}.ts`] =
      `${lines.join("\n")}\n${n % 100 === 0 ? "// TODO: later\n" : ""}`;
  }
  return files;
}

function nodes(): Texts {
  const names = Array.from({ length: 10_000 }, (_, n) => `/a${n % 20}/b${n % 200}/f${n}.ts`);
  return Object.fromEntries(names.map((name) => [name, "x\n"]));
}

const ROOMY = { maxNodeCount: 100_000, maxTotalSize: 2 ** 30 } as const;

const ours = (files: Texts): VirtualSandbox => openVirtual({ ...ROOMY, files });
/** Its limits are no part of this. */
const theirs = (files: Texts): Bash =>
  new Bash({
    files,
    executionLimits: { maxWorkUnits: 1e9, maxTraversalWork: 1e9, maxTraversalEntries: 1e9 },
  });

/** The same script in both, once looked at whether they say the same. */
async function script(
  name: string,
  files: Texts,
  [line, count, unit]: readonly [string, number, "ms" | "µs"],
): Promise<Row> {
  const [own, other] = [ours(files), theirs(files)];
  const answers = [(await own.execute(line)).stdout, (await other.exec(line)).stdout];
  const [first, second] = answers.map((text) => text.split("\n").sort().join("\n"));
  if (first !== second) console.error(`${name}: they do not say the same`);
  const factor = unit === "µs" ? 1000 : 1;
  return {
    ...{ name, unit },
    own: (await best(count, () => own.execute(line))) * factor,
    other: (await best(count, () => other.exec(line))) * factor,
  };
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Run it with --expose-gc");
  globalThis.gc();
  globalThis.gc();
}

/** Of one that has run a command. */
async function heapOf(make: () => Promise<unknown>, count: number): Promise<number> {
  for (let warm = 0; warm < 50; warm += 1) await make();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept: unknown[] = [];
  for (let index = 0; index < count; index += 1) kept.push(await make());
  collectGarbage();
  return (process.memoryUsage().heapUsed - before) / kept.length / 1024;
}

async function heap(): Promise<Row> {
  const own = async (): Promise<unknown> => {
    const sandbox = openVirtual();
    await sandbox.execute("echo hi");
    return sandbox;
  };
  const other = async (): Promise<unknown> => {
    const sandbox = new Bash();
    await sandbox.exec("echo hi");
    return sandbox;
  };
  const name = "heap of an idle sandbox";
  return { name, unit: "KiB", own: await heapOf(own, 2000), other: await heapOf(other, 200) };
}

async function rows(): Promise<readonly Row[]> {
  const idle = await heap();
  const [texts, many] = [sources(), nodes()];
  const full = ours(many);
  const fill = (): Bash => theirs(many);
  const few = Object.fromEntries(Object.entries(texts).slice(0, 80));
  const image = ours(few);
  const forks = (make: () => unknown, count: number) =>
    best(1, () => Array.from({ length: count }, make));
  return [
    idle,
    await script("echo", {}, ["echo hello", 500, "µs"]),
    await script("grep -rn, 1,000 files, 10 MB", texts, ["grep -rn TODO /src", 3, "ms"]),
    await script("grep -rc '', the same", texts, ["grep -rc '' /src", 3, "ms"]),
    await script("find, 10,000 files", many, ["find / -name '*9.ts' -type f", 3, "ms"]),
    {
      ...{ name: "snapshot and restore, 10,000 files", unit: "ms" },
      own: await best(10, () => full.restoreSnapshot(full.createSnapshot())),
      other: await best(1, fill),
    },
    {
      ...{ name: "10,000 forks of 80 files (200, 50 times)", unit: "ms" },
      own: await forks(() => image.fork(), 10_000),
      other: (await forks(() => theirs(few), 200)) * 50,
    },
  ];
}

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : 0).padStart(10);
console.log(`${"".padEnd(44)}${"own".padStart(10)}${"just-bash".padStart(10)}`);
for (const { name, other, own, unit } of await rows()) {
  console.log(
    `${name.padEnd(44)}${shown(own)}${shown(other)} ${unit}, ${(other / own).toFixed(1)} times`,
  );
}
