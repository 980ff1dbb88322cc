import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

const run = async (command: string): Promise<readonly [number, string, string]> => {
  using sandbox = openVirtual();
  const { exitCode, stderr, stdout } = await sandbox.execute(command);
  return [exitCode, stdout, stderr];
};

describe("sleep", () => {
  it("waits while other sandboxes go on", async () => {
    using sleeper = openVirtual();
    using other = openVirtual();
    const order: string[] = [];
    const slept = sleeper.execute("sleep 0.05").then(() => order.push("slept"));
    await other.execute("echo").then(() => order.push("ran"));
    await slept;
    expect(order).toStrictEqual(["ran", "slept"]);
  });

  it("ends with its call's time", async () => {
    using sandbox = openVirtual({ commandTimeout: 20 });
    const { exitCode } = await sandbox.execute("sleep infinity");
    expect(exitCode).toBe(124);
  });

  it("lets the rest of its pipeline go on", async () => {
    expect(await run("{ sleep 0.02; echo late; } | { echo first; cat; }")).toStrictEqual([
      0,
      "first\nlate\n",
      "",
    ]);
  });

  it("is refused by its name where nothing can wait", () => {
    using sandbox = openVirtual();
    const { exitCode, stderr } = sandbox.executeSync("sleep 1");
    expect([exitCode, stderr]).toStrictEqual([126, "sleep: it waits: executeSync cannot run it\n"]);
  });
});

describe("tail -f", () => {
  it("ends with its call's time, and shows what was there", async () => {
    using sandbox = openVirtual({ commandTimeout: 1_000 });
    const { exitCode, stdout } = await sandbox.execute("echo a > f; tail -f f");
    expect([exitCode, stdout]).toStrictEqual([124, "a\n"]);
  });

  it("goes on no longer than anything that is left in the background", async () => {
    using sandbox = openVirtual({ limits: { maxBackgroundTime: 50 } });
    const { exitCode, stderr } = await sandbox.execute("tail -f /dev/null & echo $!");
    expect([exitCode, stderr]).toStrictEqual([
      0,
      "bash: left in the background, and ended: tail -f /dev/null\n",
    ]);
  });

  it("shows a big file that grows, in little time", async () => {
    using sandbox = openVirtual({ commandTimeout: 5_000 });
    const script =
      "seq 200000 > f; (seq 200001 400000; echo end) >> f & tail -n +1 -f f | grep -m1 -n end";
    const { exitCode, stdout } = await sandbox.execute(script);
    expect([exitCode, stdout]).toStrictEqual([0, "400001:end\n"]);
  });

  it("is refused by its name where nothing can wait", () => {
    using sandbox = openVirtual();
    const { exitCode, stderr } = sandbox.executeSync("echo a > f; tail -f f");
    expect([exitCode, stderr]).toStrictEqual([126, "tail: it waits: executeSync cannot run it\n"]);
  });
});

describe("timeout", () => {
  it.each([
    ["a command that waits", "sleep 5"],
    ["one that never ends", "yes > /dev/null"],
    ["a script that never ends", "bash -c 'while :; do :; done'"],
  ])("ends %s", async (_, command) => {
    expect(await run(`timeout 0.02 ${command}; echo $?`)).toStrictEqual([0, "124\n", ""]);
  });

  it("ends a command whose input does not come", async () => {
    expect(await run("sleep 0.1 | timeout 0.02 cat; echo $?")).toStrictEqual([0, "124\n", ""]);
  });

  it("gives the status of what ends in time, or the signal's", async () => {
    expect(await run("timeout 5 bash -c 'exit 3'; echo $?")).toStrictEqual([0, "3\n", ""]);
    expect(await run("timeout -s KILL 0.01 sleep 5; echo $?")).toStrictEqual([0, "137\n", ""]);
    expect(await run("timeout --preserve-status 0.01 sleep 5")).toStrictEqual([143, "", ""]);
    expect(await run("timeout -v 0.01 sleep 5")).toStrictEqual([
      124,
      "",
      "timeout: sending signal TERM to command ‘sleep’\n",
    ]);
  });

  it("works without waiting, too", () => {
    using sandbox = openVirtual();
    expect(sandbox.executeSync("timeout 0.02 yes > /dev/null").exitCode).toBe(124);
    expect(sandbox.executeSync("echo a | timeout 5 cat").stdout).toBe("a\n");
  });
});

describe("the names of this system", () => {
  it.each([
    ["uname -a", "Linux sandbox 6.1.0-virtual #1 SMP x86_64 GNU/Linux\n"],
    [
      "hostname; uname -n; HOSTNAME=a.b uname -n; HOSTNAME=a.b hostname -s",
      "sandbox\nsandbox\na.b\na\n",
    ],
    ["nproc; arch; nproc --all", "1\nx86_64\n1\n"],
    ["A=1 printenv A; printenv NO A || echo none", "1\nnone\n"],
  ])("%s", async (command, stdout) => {
    expect(await run(command)).toStrictEqual([0, stdout, ""]);
  });

  it("show the time of the zone that a variable names", async () => {
    const [status, stdout] = await run("TZ=Asia/Tokyo date -d @0 '+%F %T %Z'");
    expect([status, stdout]).toStrictEqual([0, "1970-01-01 09:00:00 JST\n"]);
  });
});
