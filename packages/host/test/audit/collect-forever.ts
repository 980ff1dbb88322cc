// Run by the test of collecting: collects what a gate says, more each time, until it is killed.
import { createPushCollector } from "../../dist/audit/collected.js";

const [stateDir = "", base = "0"] = process.argv.slice(2);
const collector = createPushCollector(stateDir, () => new Date());
const { signal } = new AbortController();

process.stdout.write("ready\n");
for (let count = 3; ; count += 3) {
  const pushes = Array.from({ length: count }, (_, index) => ({
    at: Number(base) + index,
    event: {
      event: "push" as const,
      pushId: `p${index}`,
      workspace: "/w",
      branch: "b",
      ref: "refs/heads/b",
      old: "0",
      new: "1",
      result: "accepted" as const,
    },
  }));
  await collector.collect({ gateId: "g", read: () => Promise.resolve(pushes), signal });
}
