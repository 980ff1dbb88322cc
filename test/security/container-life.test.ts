import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

import { docker, removeLabelled, testLabel, tryDocker } from "../support/docker.ts";
import {
  CAPABILITIES,
  createSandbox,
  ENTER,
  openSandbox,
  TEST_IMAGE,
  type TestSandbox,
} from "../support/sandbox-image.ts";

const label = testLabel("container-life");

beforeAll(async () => {
  await removeLabelled(label);
});

afterAll(async () => {
  await removeLabelled(label);
});

describe("a sandbox", () => {
  it("stops by itself when it is asked to, with status 0", async () => {
    const sandbox = await openSandbox({ label });
    await docker(["stop", "--time", "10", sandbox.id]);
    expect(await sandbox.ended()).toBe(0);
    await sandbox.remove();
  });

  it("ends when its resolver does", async () => {
    const sandbox = await createSandbox({ label, capabilities: [...CAPABILITIES, "KILL"] });
    await sandbox.start();
    await sandbox.ready();
    await sandbox.inspect("pkill", "-KILL", "dnsmasq").catch(() => undefined);
    expect(await sandbox.ended()).toBe(125);
    expect((await sandbox.events()).at(-1)).toMatchObject({ event: "sandbox.failed" });
    await sandbox.remove();
  });

  it("reaps what the agent leaves behind", async () => {
    const sandbox = await openSandbox({ label });
    await sandbox.run("sh", "-c", "for i in 1 2 3; do (sleep 0.2 &) ; done; sleep 0.5");
    expect((await sandbox.run("ps", "-e", "-o", "stat=")).stdout).not.toContain("Z");
    await sandbox.remove();
  });

  it("takes no command from the side of its creation", async () => {
    const sandbox = await createSandbox({ label, command: ["sh", "-c", "true"] });
    await sandbox.start();
    expect(await sandbox.ended()).toBe(125);
    await sandbox.remove();
  });

  it("does not run what BASH_ENV names while it has capabilities", async () => {
    const sandbox = await openSandbox({
      label,
      env: { BASH_ENV: "/tmp/x", "BASH_FUNC_read%%": "() { exit 9; }" },
    });
    expect((await sandbox.run("true")).status).toBe(0);
    await sandbox.remove();
  });
});

describe("who enters", () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox({ label });
  });

  it("gets the command's own status, also when there is none", async () => {
    expect((await sandbox.run("sh", "-c", "exit 7")).status).toBe(7);
    expect((await sandbox.run("no-such-command")).status).toBe(127);
    expect((await sandbox.run("/etc/passwd")).status).toBe(126);
    expect((await sandbox.run("printf", "%s|", "a b", "", "*")).stdout).toBe("a b||*|");
  });

  it("finds its own variables as they were given, whatever the entry program's are called", async () => {
    const mine = ["run", "lib", "end", "stat", "lost"].flatMap((name) => ["-e", `${name}=mine`]);
    const enter = ["exec", ...mine, "--user", "node", sandbox.id, ENTER, "sh", "-c"];
    expect(await docker([...enter, "echo $run $lib $end $stat $lost"])).toBe(
      "mine mine mine mine mine",
    );
  });

  it("waits for a set-up that takes longer than it used to", async () => {
    const ready = await sandbox.inspect("cat", "/run/agent-sandbox/ready");
    await sandbox.inspect("sh", "-c", ": > /run/agent-sandbox/ready");
    const entered = sandbox.run("echo", "entered");
    await sleep(7_000);
    await sandbox.inspect("sh", "-c", `echo "${ready}" > /run/agent-sandbox/ready`);
    expect((await entered).stdout).toBe("entered\n");
  });

  it("is turned away when the sandbox is not ready, however ready it was before its restart", async () => {
    await docker(["stop", "--time", "2", sandbox.id]);
    const unready = await docker(["commit", sandbox.id]);
    const container = await docker([
      ...["run", "--detach", "--label", label, "--network", "none", "--user", "node"],
      ...["--entrypoint", "sleep", unready, "60"],
    ]);
    const { status, stderr } = await tryDocker([
      "exec",
      "--user",
      "node",
      container,
      ENTER,
      "true",
    ]);
    expect({ status, stderr }).toEqual({
      status: 125,
      stderr: "Cannot enter the sandbox: it does not become ready\n",
    });
    await docker(["rm", "--force", container]);
    await docker(["rmi", unready]);
  });
});

/** What a shell would trip over. */
const NAME = "config $(kill $$) ] \\ *";
const FILE = `/workspace/repo/${NAME}`;

describe("a mount that protects", () => {
  let host: string;
  let sandbox: TestSandbox | undefined;

  beforeEach(async () => {
    host = await mkdtemp(join(tmpdir(), "agent sandbox-"));
    await chmod(host, 0o755);
    await writeFile(join(host, NAME), "kept");
  });

  afterEach(async () => {
    await sandbox?.remove();
    await rm(host, { recursive: true });
  });

  const open = async (env: Record<string, string> = {}) => {
    sandbox = await openSandbox({
      label,
      env: { AGENT_SANDBOX_MOUNTS: `rw /workspace/repo\nro ${FILE}\n`, ...env },
      args: [
        ...["--mount", `type=bind,src=${host},dst=/workspace/repo`],
        ...["--mount", `type=bind,src=${join(host, NAME)},dst=${FILE},readonly`],
      ],
    });
    return sandbox;
  };

  /** What git does on the host when it writes its config. */
  const replaceFile = async () => {
    await writeFile(join(host, "new"), "replaced");
    await rename(join(host, "new"), join(host, NAME));
  };

  it("ends the sandbox when the host takes it away, and says which", async () => {
    const opened = await open();
    expect((await opened.run("cat", FILE)).stdout).toBe("kept");
    await replaceFile();
    expect(await opened.ended()).toBe(125);
    expect((await opened.events()).at(-1)).toEqual({
      ...{ event: "mount.lost", action: "stop" },
      path: FILE,
    });
  });

  it("is only warned about where the policy says so, once, and to everybody who enters", async () => {
    const opened = await open({ AGENT_SANDBOX_ON_LOST_MOUNT: "warn" });
    await replaceFile();
    const entered = await opened.run("true");
    expect(entered.status).toBe(0);
    expect(entered.stderr).toContain(`the mount on "${FILE}" is gone`);
    await writeFile(join(host, "other"), "x");
    expect((await opened.events()).filter(({ event }) => event === "mount.lost")).toHaveLength(1);
  });

  it("must be there, and as it should be, from the start", async () => {
    await expect(open({ AGENT_SANDBOX_MOUNTS: "ro /workspace/repo" })).rejects.toThrow(
      "/workspace/repo",
    );
    await expect(open({ AGENT_SANDBOX_MOUNTS: "ro /workspace/absent" })).rejects.toThrow("absent");
    await expect(open({ AGENT_SANDBOX_MOUNTS: "writable /workspace" })).rejects.toThrow(
      "Cannot watch",
    );
  });
});

describe("a bare docker run of the image", () => {
  const bare = async (args: readonly string[], ...command: string[]) =>
    await tryDocker(["run", "--rm", "--label", label, ...args, TEST_IMAGE, ...command]);
  const granted = ["--cap-add", "NET_ADMIN", "--cap-add", "NET_RAW"];

  it("runs a command, or a shell with arguments, in a closed network and without a way back", async () => {
    expect(await bare(granted, "id", "-un")).toMatchObject({ status: 0, stdout: "node\n" });
    const said = await bare(granted, "-c", "getent hosts evil.example; sudo -n true || exit 9");
    expect(said.status).toBe(9);
  });

  it("takes its allowed names from the environment", async () => {
    const read = "grep -q ^server=/allowed.example/ /run/agent-sandbox/resolver.conf";
    const said = await bare([...granted, "-e", "AGENT_SANDBOX_HOSTS=allowed.example"], "-c", read);
    expect(said.status).toBe(0);
  });

  it("opens no shell when it cannot close the network", async () => {
    const { status, stdout, stderr } = await bare([], "id");
    expect({ status, stdout }).toEqual({ status: 125, stdout: "" });
    expect(stderr).toContain("--cap-add NET_ADMIN");
  });
});
