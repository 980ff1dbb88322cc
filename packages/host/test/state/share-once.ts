// Run by the test of shared work: shares one request, and says in `log` what it served.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createSharedWork } from "../../dist/state/create-shared-work.js";

const [stateDir = "", request = "", log = "", workMs = "0"] = process.argv.slice(2);
const stop = new AbortController();
process.on("SIGINT", () => {
  stop.abort(new Error("interrupted"));
});
const waiting = {
  progress: (message: string) => process.stdout.write(`${message}\n`),
  doing: "prepares branches of this repository",
};

try {
  const answer = await createSharedWork(stateDir, waiting).share<string, string>(
    {
      key: "k",
      request,
      work: async (take, signal) => {
        const requests = await take();
        appendFileSync(log, `${request}: ${requests.join(" ")}\n`);
        process.stdout.write("working\n");
        await sleep(Number(workMs), undefined, { signal });
        return requests.map((each) => `done ${each}`);
      },
    },
    stop.signal,
  );
  process.stdout.write(`answer ${answer}\n`);
} catch (error) {
  process.stdout.write(`failed ${String(error)}\n`);
}
