// A run with named hosts that is killed leaves its proxy's folder: the next one takes it away. An ordinary
// user's, whose folders are in the home; root's are in /run, where other tests' come and go.
import { setTimeout as sleep } from "node:timers/promises";

import { expect, it } from "@jest/globals";

import { type Machine, makeMachine } from "../support/on-this-machine.ts";

const CONFIG = { network: { external: "domains", domains: ["open.test"] } };
const FLAGS = ["--trust"];

function folders(machine: Machine): readonly string[] {
  return machine.host("find ~ -name 'agent-sandbox-egress-*'").split("\n").filter(Boolean);
}

async function untilThere(machine: Machine, file: string): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (machine.host("ls").split("\n").includes(file)) return;
    await sleep(20);
  }
  throw new Error(`"${file}" did not come`);
}

it("is gone after the next run, and the proxy of one that still runs goes on", async () => {
  using machine = makeMachine({ uid: 1000, config: CONFIG });
  let kill: () => void = () => undefined;
  const killed = machine.exec("touch started; sleep 60", {
    flags: FLAGS,
    onStart: (send) => {
      kill = () => {
        send("SIGKILL");
      };
    },
  });
  await untilThere(machine, "started");
  kill();
  await killed;
  const left = folders(machine);
  expect(left).toHaveLength(1);
  const asking = `touch asking; while [ -e asking ]; do sleep 0.1; done
    curl -s -o /dev/null -w '%{http_code}' http://evil.test/`;
  const living = machine.exec(asking, { flags: FLAGS });
  await untilThere(machine, "asking");
  const [own, ...others] = folders(machine);
  expect([left.includes(own ?? ""), others]).toEqual([false, []]);
  expect((await machine.exec("true", { flags: FLAGS })).status).toBe(0);
  expect(folders(machine)).toEqual([own]);
  machine.host("rm asking");
  expect((await living).stdout).toBe("403");
  expect(folders(machine)).toEqual([]);
});
