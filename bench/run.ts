// What a sandbox costs, against plain Docker with the same image, and what a branch costs, against
// plain git; each pair taken turn by turn so that the machine's mood strikes both. Prints medians, their difference or ratio and the budget;
// the status is 0 also when a budget is missed, 1 when a command fails.
//
//   node bench/run.ts [warm] [cold] [many] [branches] [provision] [disk]
//
// Needs Node 24, Docker, the built cli (npm run build) and the base image (agent-sandbox build-base;
// AGENT_SANDBOX_TEST_IMAGE names another). ROUNDS multiplies the number of rounds (default 1).
import { cpus, loadavg } from "node:os";

import { type Bench, IMAGE, openBench } from "./bench-sandbox.ts";
import { median, milliseconds, output } from "./timed-command.ts";

interface Comparison {
  readonly title: string;
  readonly rounds: number;
  /** What one round of each costs. */
  readonly ours: (bench: Bench, round: number) => Promise<number>;
  readonly bare: (bench: Bench, round: number) => Promise<number>;
  /** Once, unmeasured; without it a first turn of each. */
  readonly prepare?: (bench: Bench) => Promise<unknown>;
  /** Before each round, unmeasured. */
  readonly before?: (bench: Bench) => Promise<unknown>;
  readonly unit: (value: number) => string;
  readonly judge: (ours: number, bare: number) => string;
}

const timed =
  (work: (bench: Bench, round: number) => Promise<unknown>) => (bench: Bench, round: number) =>
    milliseconds(() => work(bench, round));

const FILES = 50_000;
const NAMES = Array.from({ length: 20 }, (_, index) => `branch-${index}`);

/** Makes a worktree of the repository beside it, as people do without agent-sandbox. */
async function addWorktree(bench: Bench, name: string): Promise<string> {
  const { path, git } = await bench.repository(FILES);
  const worktree = `${path}-${name}`;
  await git("worktree", "add", "--quiet", "-b", name, worktree);
  return worktree;
}

async function checkOut(bench: Bench, name: string): Promise<void> {
  const { path } = await bench.repository(FILES);
  await bench.agentSandbox("checkout", name, path, "--no-fetch");
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  warm: {
    title: "warm: agent-sandbox run -- true | docker exec true",
    rounds: 30,
    ours: timed(({ agentSandbox, workspaces }) => agentSandbox("run", workspaces[0], "--", "true")),
    bare: timed(({ docker, container }) => docker("exec", "--user", "node", container, "true")),
    unit: inMilliseconds,
    judge: (ours, bare) => within(ours - bare, 100, (value) => `+${value.toFixed(0)} ms`),
  },
  cold: {
    title: "cold: agent-sandbox start, image present | docker run true",
    rounds: 12,
    before: ({ removeSandboxes }) => removeSandboxes(),
    ours: timed(({ agentSandbox, workspaces }) => agentSandbox("start", workspaces[0])),
    bare: timed(({ bareRun }) => bareRun()),
    unit: inMilliseconds,
    judge: (ours, bare) => within(ours / bare, 3, times),
  },
  many: {
    title: "twenty at once: agent-sandbox start | docker run true",
    rounds: 3,
    before: ({ removeSandboxes }) => removeSandboxes(),
    ours: timed(({ agentSandbox, workspaces }) =>
      Promise.all(workspaces.map((workspace) => agentSandbox("start", workspace))),
    ),
    bare: timed(({ bareRun, workspaces }) => Promise.all(workspaces.map(() => bareRun()))),
    unit: inMilliseconds,
    judge: (ours, bare) => within(ours / bare, 2, times),
  },
  branches: {
    title: "twenty branches at once, the first of their shelf: start --branch | docker run true",
    rounds: 3,
    before: async ({ repository, removeShelf }) => removeShelf(await repository(100)),
    ours: timed(async ({ agentSandbox, repository }) => {
      const { path } = await repository(100);
      const start = ["start", path, "--no-fetch", "--branch"] as const;
      await Promise.all(NAMES.map((name) => agentSandbox(...start, name)));
    }),
    bare: timed(({ bareRun }) => Promise.all(NAMES.map(() => bareRun()))),
    unit: inMilliseconds,
    judge: (ours, bare) => within(ours / bare, 2, times),
  },
  provision: {
    title: `one more branch of ${FILES} files: agent-sandbox checkout | git worktree add`,
    rounds: 5,
    prepare: (bench) => checkOut(bench, "first"),
    ours: timed((bench, round) => checkOut(bench, `time-${round}`)),
    bare: timed((bench, round) => addWorktree(bench, `host-${round}`)),
    unit: inMilliseconds,
    judge: (ours, bare) => times(ours / bare),
  },
  disk: {
    title: `disk of one more branch of ${FILES} files | of its checkout`,
    rounds: 1,
    prepare: (bench) => checkOut(bench, "first"),
    async ours(bench, round) {
      const repository = await bench.repository(FILES);
      const before = await bench.shelfSize(repository);
      await checkOut(bench, `disk-${round}`);
      return (await bench.shelfSize(repository)) - before;
    },
    async bare(bench, round) {
      const worktree = await addWorktree(bench, `size-${round}`);
      const { signal } = bench;
      return parseInt(await output(["du", "-s", "--block-size=1", worktree], { signal }), 10);
    },
    unit: (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`,
    judge: (ours, bare) => times(ours / bare),
  },
};

function inMilliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}

const times = (value: number) => `${value.toFixed(2)} ×`;

function within(value: number, budget: number, show: (value: number) => string): string {
  return `${show(value)} (budget ${show(budget)}: ${value <= budget ? "kept" : "MISSED"})`;
}

async function compare(comparison: Comparison, bench: Bench): Promise<void> {
  const { title, rounds, ours, bare, before, unit, judge } = comparison;
  const [sandboxed, plain]: [number[], number[]] = [[], []];
  const sides = [
    async (round: number) => sandboxed.push(await ours(bench, round)),
    async (round: number) => plain.push(await bare(bench, round)),
  ];
  const total = Math.ceil(rounds * Number(process.env["ROUNDS"] ?? 1));
  for (let round = 0; round < total; round += 1) {
    await before?.(bench);
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side(round);
  }
  const [first, second] = [median(sandboxed), median(plain)];
  console.log(`${title}, ${total} rounds, load ${load()}`);
  console.log(`  ${unit(first)} | ${unit(second)}: ${judge(first, second)}`);
}

const load = () => loadavg()[0]?.toFixed(2) ?? "?";

/** Fills caches, and opens the sandbox for `warm`. */
async function firstTurn({ agentSandbox, bareRun, workspaces }: Bench): Promise<void> {
  await agentSandbox("start", workspaces[0]);
  await bareRun();
}

async function main(wanted: readonly string[], signal: AbortSignal): Promise<void> {
  const chosen = wanted.map((name) => {
    const comparison = COMPARISONS[name];
    if (comparison) return comparison;
    throw new Error(`Cannot measure "${name}": there are ${Object.keys(COMPARISONS).join(", ")}`);
  });
  await using bench = await openBench(20, signal);
  const engine = await bench.docker("version", "--format", "{{.Server.Version}}");
  const machine = `${cpus().length} cores, load ${load()}, Node ${process.version}`;
  console.log(`${IMAGE}, Docker ${engine}, ${machine}`);
  for (const comparison of chosen) {
    await (comparison.prepare ?? firstTurn)(bench);
    await compare(comparison, bench);
  }
}

const interrupt = new AbortController();
process.once("SIGINT", () => {
  interrupt.abort();
});
const names = process.argv.slice(2);
await main(names.length > 0 ? names : Object.keys(COMPARISONS), interrupt.signal);
