import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { HostDirectory } from "../../src/files/view/host-directory.ts";
import { openVirtual, snapshotToBytes, type VirtualOptions } from "../../src/index.ts";

/** A folder of the host: `seen` is viewed, `beside` is not. */
let folder: string;
const host = (script: string) =>
  execFileSync("sh", ["-ec", script], { cwd: folder, encoding: "utf8" });
const seen = () => join(folder, "seen");

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-test-")));
  host(`mkdir -p seen/d/e beside; echo one > seen/a; echo deep > seen/d/e/f; echo secret > beside/s
    ln -s a seen/link; ln -s ../a seen/d/up; ln -s d seen/dirlink; ln -s "$PWD/seen/a" seen/absolute
    ln -s ../beside/s seen/out; ln -s "$PWD/beside" seen/outdir; ln -s loop seen/loop
    ln -s ../../../../../../../../etc/passwd seen/passwd; ln -s /proc/self/root seen/root
    mkfifo seen/pipe; chmod 750 seen/a; echo S=1 > seen/.env; touch -d 2020-01-02T03:04:05Z seen/a`);
});

afterAll(() => rmSync(folder, { recursive: true }));

function open(options: VirtualOptions = {}) {
  return openVirtual({ views: [{ source: seen(), target: "/v" }], ...options });
}

function run(command: string, options: VirtualOptions = {}) {
  using sandbox = open(options);
  const { stdout, stderr, exitCode } = sandbox.executeSync(`cd /v; ${command}`);
  return { stdout, stderr, exitCode };
}

describe("a view of a directory of the host", () => {
  it.each([
    "cat a link d/up dirlink/up d/e/f",
    "ls -A d; ls -lR d | grep -v total; wc -c < a; head -c 2 a; tail -n 1 d/e/f",
    "ls -l --time-style=full-iso a | grep -o '^.rwxr-x---'; stat=$(ls -l --time-style=+%s a); echo ${stat##*:}",
    "find d/e; find . -name f -type f; grep -rl deep .; echo d/*; test -f a && test -d dirlink && echo both",
    "cat nosuch; cat d; ls a/; cat a/x",
  ])("reads as the host does: %s", (command) => {
    const { stdout, status } = spawnHost(`cd seen; ${command}`);
    const here = run(command);
    expect({ stdout: here.stdout, status: here.exitCode }).toEqual({ stdout, status });
  });

  it("is live: what changes on the host is seen at once", () => {
    using sandbox = open();
    host("echo 1 > seen/live");
    expect(sandbox.executeSync("cat /v/live").stdout).toBe("1\n");
    host("echo 22 > seen/live; mkdir seen/new");
    expect(sandbox.executeSync("cat /v/live; ls -d /v/new").stdout).toBe("22\n/v/new\n");
    host("rm -r seen/live seen/new");
    expect(sandbox.executeSync("ls /v | grep -E 'live|new'").stdout).toBe("");
  });

  it.each([
    "echo x > a",
    "echo x >> a",
    "echo x > new",
    "touch a",
    "touch new",
    "rm a",
    "rm -r d",
    "mkdir new",
    "mv a b",
    "mv a /tmp/a",
    "mv /tmp/own d/",
    "cp /tmp/own own",
    "cp -r /tmp d/",
    ": > link",
    "cd /; rm -r v",
    "cd /; mv v w",
    "cd /; rm -r v/../v/a",
  ])("cannot be changed: %s", (command) => {
    const before = host("ls -lR --time-style=full-iso seen");
    const { exitCode, stderr } = run(`echo own > /tmp/own; ${command}`);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/Read-only file system|Device or resource busy/);
    expect(host("ls -lR --time-style=full-iso seen")).toBe(before);
  });

  it.each(["out", "outdir/s", "passwd", "root/etc/passwd", "../../../../etc/passwd", "absolute"])(
    "has no way out of it: %s",
    (path) => {
      const { stdout, exitCode } = run(`cat ${path}`);
      expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    },
  );

  it("follows links to what is in the sandbox, wherever they are", () => {
    const files = { [`${folder}/beside/s`]: "mine\n", "/tmp/l": { link: "/v" } };
    using sandbox = open({ files });
    const { stdout } = sandbox.executeSync("cat /v/outdir/s /tmp/l/a /tmp/l/../etc");
    expect(stdout).toBe("mine\none\n");
    expect(sandbox.executeSync("cat /v/loop").stderr).toContain("Too many levels");
  });

  it("shows neither pipes nor what it is not to show", () => {
    const views = [{ source: seen(), target: "/v", shows: (path: string) => !path.includes("/d") }];
    expect(run("ls -A", { views }).stdout).not.toMatch(/^(pipe|d)$/m);
    expect(run("cat d/e/f dirlink/e/f", { views })).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("No such file or directory"),
    });
  });

  it("is copied by its content, within the limits, or not at all", () => {
    expect(run("cp -r d /tmp/d; echo x > /tmp/d/e/f; cat /tmp/d/e/f d/e/f").stdout).toBe(
      "x\ndeep\n",
    );
    const limits = { maxNodeCount: 4 };
    using sandbox = open(limits);
    expect(sandbox.executeSync("cp -r /v/d /tmp/d").stderr).toContain("maxNodeCount");
    expect(sandbox.executeSync("ls -A /tmp").stdout).toBe("");
  });

  it("counts for no total and is in no snapshot", () => {
    using sandbox = open({ maxFileSize: 3 });
    expect(sandbox.getStats().bytes).toBe(0);
    expect(Buffer.from(snapshotToBytes(sandbox.createSnapshot())).includes("deep")).toBe(false);
    expect(sandbox.executeSync("cat /v/a").stdout).toBe("one\n");
    expect(sandbox.executeSync("grep one /v/a").stderr).toContain("limit maxFileSize of 3");
    using empty = openVirtual();
    sandbox.restoreSnapshot(empty.createSnapshot());
    expect(sandbox.executeSync("ls /; cat /v/a").stdout).toBe("tmp\nv\none\n");
  });

  it("is judged by the policy at each access, on the host's paths and the sandbox's", () => {
    const config = { filesystem: { exclude: ["d/e"] } };
    const context = { engine: "virtual", workspace: seen(), home: "/root", temp: "/none" } as const;
    const policy = resolvePolicy([parsePolicy(config, { layer: "user" })], context);
    const options = { policy, views: [{ source: seen() }] };
    const look = `cd ${seen()}; ls -A . d; cat a d/e/f .env dirlink/e/f`;
    const { stdout, stderr } = run(look, options);
    expect(stdout).toBe(
      ".:\na\nabsolute\nd\ndirlink\nlink\nloop\nout\noutdir\npasswd\nroot\n\nd:\nup\none\n",
    );
    expect(stderr.match(/No such file|Permission denied/g)).toHaveLength(4);
  });

  it.each([
    [{ source: "/no/such/directory" }, "it is not there"],
    [{ source: "/tmp", target: "/" }, 'it cannot be at "/"'],
    [{ source: "/tmp", target: "/dev/x" }, 'it cannot be at "/dev/x"'],
  ])("is refused where it cannot be: %j", (view, sentence) => {
    expect(() => openVirtual({ views: [view] }).executeSync("ls")).toThrow(sentence);
  });
});

describe("a directory of the host", () => {
  it("gives nothing of what a link in the place of a directory leads to", () => {
    const directory = new HostDirectory(seen(), { shows: () => true, maxFileSize: 1000 });
    expect(Buffer.from(directory.read(["d", "e", "f"])).toString()).toBe("deep\n");
    for (const names of [["outdir", "s"], ["out"], ["dirlink", "e", "f"]]) {
      expect(() => directory.read(names)).toThrow();
      expect(() => directory.readAt(names, 0, 10)).toThrow();
    }
    expect(() => directory.list(["outdir"])).toThrow();
    expect(() => directory.list(["dirlink", "e"])).toThrow();
  });
});

function spawnHost(command: string): { readonly stdout: string; readonly status: number } {
  const text = execFileSync("bash", ["-c", `${command} 2> /dev/null; echo "/$?"`], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "UTC" },
  });
  const end = text.lastIndexOf("/");
  return { stdout: text.slice(0, end), status: Number(text.slice(end + 1)) };
}
