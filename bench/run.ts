// What a sandbox costs, against plain Docker with the same image, each pair taken turn by turn so
// that the machine's mood strikes both. Prints medians, their difference or ratio and the budget;
// the status is 0 also when a budget is missed, 1 when a command fails.
//
//   node bench/run.ts [warm] [cold] [many]
//
// Needs Node 24, Docker, the built cli (npm run build) and the base image (agent-sandbox build-base;
// AGENT_SANDBOX_TEST_IMAGE names another). ROUNDS multiplies the number of rounds (default 1).
import { cpus, loadavg } from "node:os";

import { type Bench, IMAGE, openBench } from "./bench-sandbox.ts";
import { median, milliseconds } from "./timed-command.ts";

interface Comparison {
  readonly title: string;
  readonly rounds: number;
  readonly ours: (bench: Bench) => Promise<unknown>;
  readonly bare: (bench: Bench) => Promise<unknown>;
  /** Before each round, unmeasured. */
  readonly before?: (bench: Bench) => Promise<unknown>;
  readonly judge: (ours: number, bare: number) => string;
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  warm: {
    title: "warm: agent-sandbox run -- true | docker exec true",
    rounds: 30,
    ours: ({ agentSandbox, workspaces }) => agentSandbox("run", workspaces[0], "--", "true"),
    bare: ({ docker, container }) => docker("exec", "--user", "node", container, "true"),
    judge: (ours, bare) => within(ours - bare, 100, (value) => `+${value.toFixed(0)} ms`),
  },
  cold: {
    title: "cold: agent-sandbox start, image present | docker run true",
    rounds: 12,
    before: ({ removeSandboxes }) => removeSandboxes(),
    ours: ({ agentSandbox, workspaces }) => agentSandbox("start", workspaces[0]),
    bare: ({ bareRun }) => bareRun(),
    judge: (ours, bare) => within(ours / bare, 3, times),
  },
  many: {
    title: "twenty at once: agent-sandbox start | docker run true",
    rounds: 3,
    before: ({ removeSandboxes }) => removeSandboxes(),
    ours: ({ agentSandbox, workspaces }) =>
      Promise.all(workspaces.map((workspace) => agentSandbox("start", workspace))),
    bare: ({ bareRun, workspaces }) => Promise.all(workspaces.map(() => bareRun())),
    judge: (ours, bare) => within(ours / bare, 2, times),
  },
};

const times = (value: number) => `${value.toFixed(2)} ×`;

function within(value: number, budget: number, show: (value: number) => string): string {
  return `${show(value)} (budget ${show(budget)}: ${value <= budget ? "kept" : "MISSED"})`;
}

async function compare(comparison: Comparison, bench: Bench): Promise<void> {
  const { title, rounds, ours, bare, before, judge } = comparison;
  const [sandboxed, plain]: [number[], number[]] = [[], []];
  const sides = [
    async () => sandboxed.push(await milliseconds(() => ours(bench))),
    async () => plain.push(await milliseconds(() => bare(bench))),
  ];
  const total = Math.ceil(rounds * Number(process.env["ROUNDS"] ?? 1));
  for (let round = 0; round < total; round += 1) {
    await before?.(bench);
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
  }
  const [first, second] = [median(sandboxed), median(plain)];
  console.log(`${title}, ${total} rounds, load ${load()}`);
  console.log(`  ${first.toFixed(0)} ms | ${second.toFixed(0)} ms: ${judge(first, second)}`);
}

const load = () => loadavg()[0]?.toFixed(2) ?? "?";

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
    // The first of each is not measured: it fills caches, and it opens the sandbox for `warm`.
    await bench.agentSandbox("start", bench.workspaces[0]);
    await bench.bareRun();
    await compare(comparison, bench);
  }
}

const interrupt = new AbortController();
process.once("SIGINT", () => {
  interrupt.abort();
});
const names = process.argv.slice(2);
await main(names.length > 0 ? names : Object.keys(COMPARISONS), interrupt.signal);
