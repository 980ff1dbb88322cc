// Run by the test of collecting: collects what a container says, more each time, until it is killed.
import { createEventCollector } from "../../dist/audit/collected.js";

const [stateDir = "", base = "0"] = process.argv.slice(2);
const collector = createEventCollector({ stateDir }, () => new Date());
const { signal } = new AbortController();

process.stdout.write("ready\n");
for (let count = 3; ; count += 3) {
  const pushes = Array.from({ length: count }, (_, index) => ({
    at: Number(base) + index,
    event: {
      event: "push" as const,
      eventId: `p${index}`,
      workspace: "/w",
      branch: "b",
      ref: "refs/heads/b",
      old: "0",
      new: "1",
      result: "accepted" as const,
    },
  }));
  await collector.collect({ containerId: "g", read: () => Promise.resolve(pushes), signal });
}
