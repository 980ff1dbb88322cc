import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";
import { ENVIRONMENT, askBashEach } from "../fuzz/bash-batch.ts";
import { fixture } from "../support/fixture.ts";

/** Each runs in bash and in the virtual shell, where its commands take turns. */
const SCRIPTS = fixture("background.txt").trimEnd().split("\n---\n");
const ANSWERS = askBashEach(SCRIPTS).map((answer, index) => ({
  ...answer,
  script: SCRIPTS[index] ?? "",
}));

describe("commands in the background, beside the machine's bash", () => {
  it.each(ANSWERS)("answer as bash does: $script", async ({ cwd, outcome, script }) => {
    using sandbox = openVirtual({ workingDirectory: cwd, environment: ENVIRONMENT });
    const { exitCode, stdout } = await sandbox.execute(script);
    expect({ stdout, exitCode }).toEqual({ stdout: outcome.stdout, exitCode: outcome.status });
  });
});

const ended = (text: string): string => `bash: left in the background, and ended: ${text}\n`;

describe("what a script leaves in the background", () => {
  it("goes on until it ends", async () => {
    using sandbox = openVirtual();
    const { exitCode, stdout } = await sandbox.execute("(sleep 0.05; echo late > f) & exit 3");
    expect([exitCode, stdout]).toStrictEqual([3, ""]);
    expect(sandbox.executeSync("cat f; jobs; echo ${!:-none}").stdout).toBe("late\nnone\n");
  });

  it("is ended after a while, and the script keeps its status", async () => {
    using sandbox = openVirtual({ limits: { maxBackgroundTime: 50 } });
    const result = await sandbox.execute("while :; do echo x; sleep 1; done > log & exit 3");
    const text = "while :; do\n    echo x; sleep 1;\ndone > log";
    expect(result).toMatchObject({ exitCode: 3, stdout: "", stderr: ended(text) });
    expect(sandbox.executeSync("cat log").stdout).toBe("x\n");
  });

  it("is ended with the time of its call, too", async () => {
    using sandbox = openVirtual({ commandTimeout: 50 });
    const result = await sandbox.execute("sleep 10 & echo a");
    expect(result).toMatchObject({ exitCode: 0, stdout: "a\n", stderr: ended("sleep 10") });
  });

  it("runs without waiting in executeSync, which refuses what waits", () => {
    using sandbox = openVirtual();
    expect(sandbox.executeSync("for i in 1 2; do echo $i & done; wait").stdout).toBe("1\n2\n");
    const { stderr } = sandbox.executeSync("sleep 1 & wait $!; echo $?");
    expect(stderr).toBe("sleep: it waits: executeSync cannot run it\n");
  });
});

describe("the limits of what runs in the background", () => {
  it.each([
    ["maxProcessCount", 10, "for i in {1..20}; do sleep 1 & done"],
    ["maxRecursion", 20, "f() { f & }; f; wait; sleep 1"],
    ["maxProcessCount", 100, ":() { : | : & }; :; wait; sleep 1"],
    ["maxCommandCount", 1000, "while :; do true; done & wait"],
  ] as const)("end the call with their name: %s", async (name, most, script) => {
    using sandbox = openVirtual({ limits: { [name]: most } });
    const { exitCode, stderr } = await sandbox.execute(script);
    expect(exitCode).toBe(126);
    expect(stderr).toContain(`limit ${name} of ${most} exceeded`);
  });

  it("hold the writer of a full pipe", async () => {
    using sandbox = openVirtual({ limits: { maxPipeSize: 200_000 } });
    const script = "{ yes | head -100000 & } | { sleep 0.05; wc -l; }";
    expect((await sandbox.execute(script)).stdout).toBe("100000\n");
  });

  it("end what can never go on, at once", async () => {
    using sandbox = openVirtual();
    const { exitCode, stderr } = await sandbox.execute("sleep 1 & kill -STOP $!; wait");
    expect([exitCode, stderr]).toStrictEqual([
      126,
      "bash: ended: every command waits for another one\n",
    ]);
  });
});
