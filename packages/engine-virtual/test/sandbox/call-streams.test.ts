import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await new Promise((resolve) => setImmediate(resolve));
    yield Buffer.from(text);
  }
}

describe("what a call reads", () => {
  it("is nothing, a text, bytes, or what is still to come", async () => {
    using sandbox = openVirtual();
    const count = async (stdin?: string | Uint8Array | AsyncIterable<Uint8Array>) =>
      (await sandbox.execute("wc -c", stdin === undefined ? {} : { stdin })).stdout.trim();
    expect(await count()).toBe("0");
    expect(await count("ü\n")).toBe("3");
    expect(await count(new Uint8Array([0, 255]))).toBe("2");
    expect(await count(pieces("ab", "", "c\n", "d"))).toBe("5");
  });

  it("is shared by the commands of a script, one after the other", async () => {
    using sandbox = openVirtual();
    const { stdout } = await sandbox.execute("read x; read y; echo $y-$x; cat", {
      stdin: pieces("one\ntw", "o\nrest\n"),
    });
    expect(stdout).toBe("two-one\nrest\n");
  });

  it("is not asked for before somebody reads, and holds no deadline up", async () => {
    using sandbox = openVirtual({ commandTimeout: 100 });
    let isAsked = false;
    async function* never(): AsyncGenerator<Uint8Array> {
      isAsked = true;
      await new Promise(() => undefined);
      yield new Uint8Array();
    }
    expect((await sandbox.execute("echo done", { stdin: never() })).stdout).toBe("done\n");
    expect(isAsked).toBe(false);
    expect((await sandbox.execute("cat", { stdin: never() })).exitCode).toBe(124);
  });

  it("takes none of the call's time while somebody types it, and the command itself does", async () => {
    using sandbox = openVirtual({ commandTimeout: 100 });
    async function* typed(): AsyncGenerator<Uint8Array> {
      for (const line of ["one\n", "two\n"]) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        yield Buffer.from(line);
      }
    }
    const cat = await sandbox.execute("cat", { stdin: typed(), isTyped: true });
    expect([cat.exitCode, cat.stdout]).toEqual([0, "one\ntwo\n"]);
    const loop = "read -r line; echo $line; while :; do :; done";
    const late = await sandbox.execute(loop, { stdin: typed(), isTyped: true });
    expect([late.exitCode, late.stdout]).toEqual([124, "one\n"]);
    expect((await sandbox.execute("cat", { stdin: typed() })).exitCode).toBe(124);
  });

  it("ends, and goes on for whoever reads again, as a terminal does", async () => {
    using sandbox = openVirtual();
    const pieces = ["one\n", undefined, "two\n"].map((text) =>
      text === undefined ? undefined : Buffer.from(text),
    );
    const next = () => {
      const value = pieces.shift();
      return Promise.resolve(value ? { value } : { done: true as const, value: undefined });
    };
    const stdin = { [Symbol.asyncIterator]: () => ({ next }) };
    const { stdout } = await sandbox.execute("cat; echo -; cat", { stdin, isTyped: true });
    expect(stdout).toBe("one\n-\ntwo\n");
  });

  it("fails as its source does", async () => {
    using sandbox = openVirtual();
    async function* broken(): AsyncGenerator<Uint8Array> {
      await Promise.resolve();
      yield Buffer.from("a");
      throw new Error("the source broke");
    }
    await expect(sandbox.execute("cat", { stdin: broken() })).rejects.toThrow("the source broke");
    expect((await sandbox.execute("echo on")).stdout).toBe("on\n");
  });
});

describe("what a call writes", () => {
  it("is told piece by piece, byte for byte", async () => {
    using sandbox = openVirtual();
    const told: (readonly [string, string])[] = [];
    const { stdout } = await sandbox.execute("printf '\\377'; echo e >&2; echo b", {
      onOutput: (stream, bytes) => told.push([stream, Buffer.from(bytes).toString("hex")]),
    });
    expect(told).toEqual([
      ["stdout", "ff"],
      ["stderr", "650a"],
      ["stdout", "620a"],
    ]);
    expect(stdout).toBe("\ufffdb\n");
  });

  it("is told up to the limit, and with what ended the call", async () => {
    using sandbox = openVirtual({ limits: { maxOutputSize: 10 } });
    let told = "";
    const { stderr } = await sandbox.execute("while :; do echo abc; done", {
      onOutput: (_, bytes) => (told += Buffer.from(bytes).toString()),
    });
    expect(told).toBe(`abc\nabc\n${stderr}`);
    expect(stderr).toContain("limit maxOutputSize of 10");
  });
});

describe("a sandbox in which somebody types", () => {
  it.each([
    ["exit 3", true],
    ["f() { exit; }; f", true],
    ["(exit 3)", false],
    ["bash -c 'exit 3'", false],
    ["echo ${none:?}", false],
    ["set -e; false", true],
    ["true", false],
  ])("knows whether it was left: %s", (command, expected) => {
    using sandbox = openVirtual();
    sandbox.executeSync(command);
    expect(sandbox.hasExited).toBe(expected);
  });

  it("says where it is, and what the status of an ended command was", () => {
    using sandbox = openVirtual({ commandTimeout: 50 });
    sandbox.executeSync("mkdir -p /a/b; cd /a/b");
    expect(sandbox.workingDirectory).toBe("/a/b");
    sandbox.executeSync("while :; do :; done");
    expect(sandbox.executeSync("echo $?").stdout).toBe("124\n");
  });
});
