import { setTimeout } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { type Extension, openVirtual } from "../../src/index.ts";

const decoder = new TextDecoder();

function extension(execute: Extension["execute"]): Extension {
  return {
    name: "ext",
    aliases: ["other"],
    description: "For tests",
    usage: "ext WORD...",
    execute,
  };
}

describe("an extension", () => {
  it("gets its words and the shell's state, and can be piped and redirected", async () => {
    const sandbox = openVirtual({
      workingDirectory: "/w",
      extensions: [
        extension((args, context) => {
          const input = decoder.decode(context.stdin).trim();
          const place = context.resolvePath("f");
          return {
            stdout: `${args.join("+")} ${input} ${place} ${context.environment["E"] ?? ""}\n`,
          };
        }),
      ],
    });
    const result = await sandbox.execute(
      "export E=v; echo in | ext 'a b' c | cat > o; cat o; cd /; other",
    );
    expect(result.stdout).toBe("a b+c in /w/f v\n  /f v\n");
  });

  it("may take its time, but not in executeSync, which refuses it by its name", async () => {
    const slow = extension(async () => {
      await setTimeout(5);
      return { stdout: "late\n", exitCode: 4 };
    });
    const sandbox = openVirtual({ extensions: [slow] });
    expect(await sandbox.execute("ext")).toMatchObject({ stdout: "late\n", exitCode: 4 });
    expect((await sandbox.execute("ext | cat; echo $(ext)")).stdout).toBe("late\nlate\n");
    const refused = sandbox.executeSync("ext");
    expect(refused.exitCode).toBe(126);
    expect(refused.stderr).toContain("ext: it is asynchronous");
  });

  it("that throws is its name, its message and 1", async () => {
    const failing = extension(() => {
      throw new Error("no luck");
    });
    const late = { ...extension(() => Promise.reject(new Error("later"))), name: "late" };
    const sandbox = openVirtual({ extensions: [failing, late] });
    expect(await sandbox.execute("ext")).toMatchObject({ stderr: "ext: no luck\n", exitCode: 1 });
    expect(await sandbox.execute("late")).toMatchObject({ stderr: "late: later\n", exitCode: 1 });
  });

  it("cannot pass the limits of files", async () => {
    const big = extension((_, { fileSystem }) => {
      fileSystem.write("/f", new Uint8Array(2000));
      return undefined;
    });
    const result = await openVirtual({ maxFileSize: 1000, extensions: [big] }).execute("ext; ls /");
    expect(result.stderr).toContain("limit maxFileSize of 1000 exceeded");
    expect(result.stdout).toBe("tmp\n");
  });

  it("is told when its time is up, and the sandbox works on", async () => {
    let wasAborted = false;
    const endless = extension(async (_, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      wasAborted = true;
      return undefined;
    });
    const sandbox = openVirtual({ commandTimeout: 50, extensions: [endless] });
    expect(await sandbox.execute("ext")).toMatchObject({ exitCode: 124 });
    expect(wasAborted).toBe(true);
    expect((await sandbox.execute("echo on")).stdout).toBe("on\n");
  });

  it("takes the place of a command, is listed, and needs a name that a command can have", () => {
    const sandbox = openVirtual();
    sandbox.registerCommand({
      ...extension(() => ({ stdout: "mine\n" })),
      name: "ls",
      aliases: [],
    });
    sandbox.registerCommand(extension(() => undefined));
    expect(sandbox.executeSync("ls").stdout).toBe("mine\n");
    expect(sandbox.getAvailableCommands()).toEqual(expect.arrayContaining(["ext", "other"]));
    expect(sandbox.executeSync("help ext").stdout).toContain("For tests");
    expect(() => sandbox.registerCommand({ ...extension(() => undefined), name: "a b" })).toThrow(
      "a b",
    );
  });
});
