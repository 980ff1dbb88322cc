import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openVirtual, type VirtualSandbox } from "@agent-sandbox/engine-virtual";
import { openAuditFile } from "@agent-sandbox/host";
import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";

/**
 * What the virtual engine takes: `node --expose-gc bench/virtual.ts`. Each figure is the best of several
 * rounds, since other work on the machine only ever adds.
 */
interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly budget: number | undefined;
}

const ROUNDS = 7;

async function best(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    for (let index = 0; index < count; index += 1) await work();
    times.push((performance.now() - from) / count);
  }
  return Math.min(...times);
}

function bestSync(count: number, work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    for (let index = 0; index < count; index += 1) work();
    return (performance.now() - from) / count;
  });
  return Math.min(...times);
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Run it with --expose-gc");
  globalThis.gc();
  globalThis.gc();
}

function idleHeap(used: boolean): number {
  const count = 2000;
  const kept: VirtualSandbox[] = [];
  openVirtual().executeSync("echo warm");
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index += 1) {
    const sandbox = openVirtual();
    if (used) sandbox.executeSync("echo hi");
    kept.push(sandbox);
  }
  collectGarbage();
  const each = (process.memoryUsage().heapUsed - before) / kept.length;
  for (const sandbox of kept) sandbox.dispose();
  return each;
}

function forks(): number {
  const files = Object.fromEntries(
    Array.from(
      { length: 80 },
      (_, index) => [`/image/f${index}`, new Uint8Array(100_000)] as const,
    ),
  );
  const image = openVirtual({ files });
  image.executeSync("x=1; f() { :; }");
  let kept: readonly VirtualSandbox[] = [];
  const time = bestSync(1, () => {
    image.executeSync("((x++))");
    kept = Array.from({ length: 10_000 }, () => image.fork());
  });
  if (kept.at(-1)?.executeSync("ls /image | wc -l").stdout !== "80\n") {
    throw new Error("a fork is not what it was forked from");
  }
  return time;
}

/** What one `echo` takes that the policy judges, and that goes to a file on the disk where `isRecorded`. */
async function judgedEcho(isRecorded: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "agent-sandbox-bench-"));
  const level = isRecorded ? "all" : "blocked";
  const policy = resolvePolicy([parsePolicy({ audit: { level } }, { layer: "user" })], {
    ...{ engine: "virtual", workspace: "/w", home: "/home/me", temp: "/tmp" },
  });
  const place = { stateDir: folder, runId: "bench", now: () => new Date() };
  const sink = await openAuditFile(place);
  const sandbox = openVirtual({ policy, ...(isRecorded && { audit: { sink } }) });
  const time = await best(isRecorded ? 50 : 2000, () => sandbox.execute("echo hello"));
  sandbox.dispose();
  await sink.close();
  rmSync(folder, { recursive: true });
  return time * 1000;
}

async function loopDelay(): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await openVirtual({ commandTimeout: 500 }).execute("while :; do x=${x:0:100}$((i++)); done");
  clearInterval(timer);
  return longest;
}

async function figures(): Promise<readonly Figure[]> {
  const sandbox = openVirtual({ maxNodeCount: 20_000 });
  const echo = (await best(2000, () => sandbox.execute("echo hello"))) * 1000;
  const echoSync = bestSync(2000, () => void sandbox.executeSync("echo hello")) * 1000;
  const loop = "for ((i = 0; i < 10000; i++)); do x=$((x + i)); done";
  const looping = bestSync(1, () => void sandbox.executeSync(loop));
  sandbox.executeSync("mkdir d; cd d; for i in {1..10000}; do echo $i > f$i; done");
  const snapshot = bestSync(1, () => {
    sandbox.restoreSnapshot(sandbox.createSnapshot());
  });
  return [
    { name: "execute: echo", value: echo, unit: "µs", budget: 10 },
    { name: "executeSync: echo", value: echoSync, unit: "µs", budget: 10 },
    { name: "echo under a policy", value: await judgedEcho(false), unit: "µs", budget: undefined },
    {
      name: "echo, recorded in a file",
      value: await judgedEcho(true),
      unit: "µs",
      budget: undefined,
    },
    { name: "10,000 rounds of arithmetic", value: looping, unit: "ms", budget: undefined },
    { name: "snapshot and restore of 10,000 files", value: snapshot, unit: "ms", budget: 1 },
    { name: "10,000 forks of an 8 MB image", value: forks(), unit: "ms", budget: 50 },
    { name: "idle sandbox", value: idleHeap(false), unit: "bytes", budget: 4096 },
    { name: "idle sandbox that ran a command", value: idleHeap(true), unit: "bytes", budget: 4096 },
    { name: "longest wait of the event loop", value: await loopDelay(), unit: "ms", budget: 50 },
  ];
}

for (const { budget, name, unit, value } of await figures()) {
  const allowed = budget === undefined ? "" : `  (budget ${budget})`;
  console.log(`${name.padEnd(40)} ${value.toFixed(2).padStart(10)} ${unit}${allowed}`);
}
