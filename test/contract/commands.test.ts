// What a command gets and gives back, by every engine.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { ENGINES, govern, type Governed, PROGRAM_ENGINES } from "./engines.ts";

describe.each(ENGINES)("a command in the $name engine", (engine) => {
  let sandbox: Governed;

  beforeAll(async () => {
    sandbox = await govern(engine, {}, "printf '#!/bin/sh\\n' > plain.sh");
  });

  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]();
  });

  it.each([
    ["its own", ["sh", "-c", "exit 7"], 7],
    ["of a command that is not there", ["no-such-command"], 127],
    ["of a file that may not be run", ["./plain.sh"], 126],
  ] as const)("ends with the status %s", async (_, argv, status) => {
    expect((await sandbox.run(argv)).status).toBe(status);
  });

  it("reads what comes in and tells its output from its errors", async () => {
    const { stdout, stderr } = await sandbox.run(["sh", "-c", "cat; echo bad >&2"], {
      input: "in\n",
    });
    expect([stdout, stderr]).toEqual(["in\n", "bad\n"]);
  });

  it("gets each argument as it was written", async () => {
    const words = ["", "two words", "*", "$HOME", "a\nb", "'\"", "--flag", "ü"];
    const { stdout } = await sandbox.run(["printf", "%s\\0", ...words]);
    expect(stdout.split("\0").slice(0, -1)).toEqual(words);
  });

  it("starts in the workspace, whose files it may read and write", async () => {
    expect(await sandbox.script("cat README.md; echo new > made; cat made")).toBe("hello\nnew\n");
    const onHost = engine.hasPrograms ? "new\n1000\n" : "";
    const look = "test ! -e made || { cat made; stat --format %u made; }";
    expect(sandbox.workspace.host(look)).toBe(onHost);
  });

  it("is recorded from its start to its end, under the engine's name", async () => {
    await sandbox.run(["sh", "-c", "exit 3"]);
    const [last, before] = (await sandbox.records()).toReversed();
    expect([before, last]).toEqual([
      expect.objectContaining({ event: "run.started", engine: engine.name }),
      expect.objectContaining({ event: "run.finished", engine: engine.name, status: 3 }),
    ]);
  });
});

describe.each(PROGRAM_ENGINES)("a program in the $name engine", (engine) => {
  it("ends with the status of a signal that ended it", async () => {
    await using sandbox = await govern(engine, {});
    expect((await sandbox.run(["sh", "-c", "kill -TERM $$"])).status).toBe(143);
  });
});
