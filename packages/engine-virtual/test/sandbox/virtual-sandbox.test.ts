import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

describe("execute", () => {
  it("answers with everything that a command said and did", async () => {
    const result = await openVirtual().execute("echo out; echo err >&2; exit 3");
    expect(result).toEqual({
      ...{ stdout: "out\n", stderr: "err\n", exitCode: 3, success: false },
      ...{ command: "echo out; echo err >&2; exit 3", duration: expect.any(Number) },
    });
    expect(Object.isFrozen(result)).toBe(true);
  });

  it("is the same at one go", () => {
    expect(openVirtual().executeSync("echo $((1 + 1)) | cat")).toMatchObject({
      stdout: "2\n",
      success: true,
    });
  });

  it.each([
    ["true", 0],
    ["false", 1],
    ["ls nofile", 2],
    ["if then", 2],
    ["nosuchcommand", 127],
    ["mkdir d; ./d", 126],
  ])("ends as bash does: %s with %d", (command, exitCode) => {
    expect(openVirtual().executeSync(command).exitCode).toBe(exitCode);
  });

  it("runs the next call after one that ran nothing more", () => {
    using sandbox = openVirtual();
    expect(sandbox.executeSync("echo a; set -n; echo b").stdout).toBe("a\n");
    expect(sandbox.executeSync("echo c").stdout).toBe("c\n");
  });

  it("keeps variables, functions, options and the directory from call to call", () => {
    const sandbox = openVirtual();
    sandbox.executeSync(
      "x=1; a=(1 2); f() { echo f$x; }; set -u; mkdir -p d/e; cd d/e; export E=v",
    );
    expect(sandbox.executeSync("f; pwd; echo ${a[1]} $E").stdout).toBe("f1\n/d/e\n2 v\n");
    expect(sandbox.executeSync("echo $nosuch").exitCode).toBe(127);
  });

  it("leaves no redirection, loop or exit of one call to the next", () => {
    const sandbox = openVirtual();
    sandbox.executeSync("exec > log 2>&1; echo hidden; exit 4");
    expect(sandbox.executeSync("cat log").stdout).toBe("hidden\n");
    sandbox.executeSync("f() { local x=in; exit 1; }; x=out; f");
    expect(sandbox.executeSync("echo $x; break").stdout).toBe("out\n");
  });

  it("has HOME, PWD and PATH, and what was given", () => {
    const sandbox = openVirtual({ workingDirectory: "/w/d", environment: { GIVEN: "yes" } });
    expect(
      sandbox.executeSync('echo $HOME $PWD $GIVEN; pwd; [ -n "$PATH" ] && env').stdout,
    ).toMatch(/^\/ \/w\/d yes\n\/w\/d\n[^]*GIVEN=yes\n/);
  });

  it("fails at once while another command runs", async () => {
    const sandbox = openVirtual();
    const first = sandbox.execute("while :; do ((i++ > 20000)) && break; done; echo end");
    await expect(sandbox.execute("echo b")).rejects.toMatchObject({ code: "USAGE" });
    expect(() => sandbox.createSnapshot()).toThrow("a command is running");
    expect((await first).stdout).toBe("end\n");
    expect((await sandbox.execute("echo c")).stdout).toBe("c\n");
  });

  it("throws when the sandbox is disposed, and ends what runs", async () => {
    const sandbox = openVirtual({ commandTimeout: 60_000 });
    const running = sandbox.execute("while :; do :; done");
    await new Promise((resolve) => setTimeout(resolve, 20));
    sandbox.dispose();
    expect(await running).toMatchObject({ exitCode: 130 });
    await expect(sandbox.execute("echo")).rejects.toMatchObject({ code: "USAGE" });
    expect(() => sandbox.executeSync("echo")).toThrow("disposed");
  });

  it("ends by the caller's signal", async () => {
    const controller = new AbortController();
    const running = openVirtual().execute("while :; do :; done", { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    expect(await running).toMatchObject({ exitCode: 130 });
  });
});

describe("snapshots", () => {
  it("hold files, directory, variables, functions and options, and restoring replaces all", () => {
    const sandbox = openVirtual();
    sandbox.executeSync("echo one > f; mkdir d; cd d; x=1; a=(1); g() { echo g; }; set -f");
    const snapshot = sandbox.createSnapshot();
    expect(snapshot.takenAt).toBeInstanceOf(Date);
    sandbox.executeSync("set +f; cd /; rm -r f d; x=2; y=3; a[0]=9; unset -f g; touch new");
    sandbox.restoreSnapshot(snapshot);
    const after = sandbox.executeSync('cat /f; pwd; echo "$x [$y] ${a[0]} $-"; g; ls /');
    expect(after.stdout).toBe("one\n/d\n1 [] 1 fhBc\ng\nd\nf\ntmp\n");
  });

  it("are never changed, and can be restored again and elsewhere", () => {
    const sandbox = openVirtual();
    sandbox.executeSync("x=1; echo a > f");
    const snapshot = sandbox.createSnapshot();
    for (const text of ["b", "c"]) {
      sandbox.executeSync(`x=${text}; echo ${text} >> f`);
      sandbox.restoreSnapshot(snapshot);
      expect(sandbox.executeSync("echo $x; cat f").stdout).toBe("1\na\n");
    }
    const other = openVirtual();
    other.restoreSnapshot(snapshot);
    expect(other.executeSync("echo $x; cat f").stdout).toBe("1\na\n");
  });

  it("are told from other objects", () => {
    expect(() => openVirtual().restoreSnapshot({ takenAt: new Date() })).toThrow("no snapshot");
  });
});

describe("fork", () => {
  it("starts as the first is, and neither sees the other's changes", () => {
    const sandbox = openVirtual({
      extensions: [{ name: "hi", description: "", execute: () => ({ stdout: "hi\n" }) }],
    });
    sandbox.executeSync("x=1; a=(1 2); echo a > f");
    const fork = sandbox.fork();
    fork.executeSync("x=2; a[0]=9; echo b > f");
    sandbox.executeSync("a[1]=8");
    expect(sandbox.executeSync("echo $x ${a[@]}; cat f").stdout).toBe("1 1 8\na\n");
    expect(fork.executeSync("echo $x ${a[@]}; cat f; hi").stdout).toBe("2 9 2\nb\nhi\n");
  });
});

describe("statistics and history", () => {
  it("count what there is and what was done", () => {
    const sandbox = openVirtual();
    sandbox.executeSync("mkdir d; echo 12345 > d/f; echo x");
    expect(sandbox.getStats()).toMatchObject({
      ...{ bytes: 6, files: 1, directories: 2, executions: 1, commands: 3, refusals: 0 },
    });
    expect(sandbox.getStats().timeSpent).toBeGreaterThan(0);
  });

  it("keep the last results only, which nobody can change", () => {
    const sandbox = openVirtual({ maxHistoryCount: 3 });
    const results = [1, 2, 3, 4, 5].map((n) => sandbox.executeSync(`echo ${n}`));
    expect(sandbox.getHistory()).toEqual(results.slice(2));
    expect(sandbox.getHistory().every((result) => Object.isFrozen(result))).toBe(true);
  });

  it("are bounded by size too", () => {
    const sandbox = openVirtual({ maxHistorySize: 100 });
    sandbox.executeSync("printf '%60s' x");
    sandbox.executeSync("printf '%50s' y");
    expect(sandbox.getHistory().map(({ command }) => command)).toEqual(["printf '%50s' y"]);
  });
});

describe("the commands", () => {
  const SEED = "pwd cd ls cat head tail wc touch cp mv rm mkdir echo env export clear help";
  const WITH_THEM = "test [ true false printf read set unset source exit return which";

  it("are those that there should be", () => {
    expect(openVirtual().getAvailableCommands()).toEqual(
      expect.arrayContaining([...SEED.split(" "), ...WITH_THEM.split(" ")]),
    );
  });

  it("are all listed by help with what they do", () => {
    const sandbox = openVirtual();
    const { stdout } = sandbox.executeSync("help");
    for (const name of sandbox.getAvailableCommands()) {
      expect(stdout).toMatch(new RegExp(`^${name.replace(/[.[\]]/g, String.raw`\$&`)} +\\S`, "m"));
    }
    expect(sandbox.executeSync("help cd").stdout).toContain("cd [-L|-P] [DIR]");
  });
});
