import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, removeLabelled, testLabel } from "../support/docker.ts";
import { createSandbox, openSandbox, TEST_IMAGE } from "../support/sandbox-image.ts";

const label = testLabel("container-user");

beforeAll(async () => {
  await removeLabelled(label);
});

afterAll(async () => {
  await removeLabelled(label);
});

const owner = (uid: string, gid: string) => ({ AGENT_SANDBOX_UID: uid, AGENT_SANDBOX_GID: gid });

describe("the user node", () => {
  it.each([
    ["the image's own", "1000", "1000"],
    ["another", "4321", "8765"],
    ["another's uid and gid (www-data, dialout)", "33", "20"],
    ["the resolver's", "64053", "64053"],
  ])("is mapped to the workspace's owner: %s", async (_, uid, gid) => {
    const sandbox = await openSandbox({ label, env: owner(uid, gid) });
    const script =
      "id -un; id -u; id -g; touch ~/.x ~/.claude/x ~/.codex/x /commandhistory/x; echo $HOME";
    const said = await sandbox.run("sh", "-c", script);
    expect(said).toEqual({ status: 0, stdout: `node\n${uid}\n${gid}\n/home/node\n`, stderr: "" });
    const { stdout } = await sandbox.run("ps", "-C", "dnsmasq", "-o", "uid=");
    expect(stdout.trim()).not.toBe(uid);
    await docker(["restart", "--time", "2", sandbox.id]);
    await sandbox.ready();
    expect((await sandbox.run("sh", "-c", script)).stdout).toBe(said.stdout);
    await sandbox.remove();
  });

  it.each([
    ["0", "1000"],
    ["1000", "0"],
    ["node", "1000"],
    ["-1", "1000"],
  ])("is never mapped to root or nonsense (%s:%s)", async (uid, gid) => {
    const sandbox = await createSandbox({ label, env: owner(uid, gid) });
    await sandbox.start();
    expect(await sandbox.ended()).toBe(125);
    expect(await sandbox.events()).toEqual([
      { event: "sandbox.failed", reason: expect.stringContaining("Cannot map") },
    ]);
    await sandbox.remove();
  });

  it("owns its home in every start, while its shell has other children", async () => {
    // Bash misses the end of a process substitution once in some thousands: on two cores, in some seconds.
    const script = `
      set -euo pipefail
      run=/run/agent-sandbox uid=1000 gid=1000
      mkdir -p "$run/runs"
      . /usr/local/lib/agent-sandbox/node-user.bash
      own_home
      start_often() {
        sleep 600 &
        for ((start = 0; start < 1500; start += 1)); do own_home; done
        kill "$!"
      }
      for shell in {1..8}; do start_often & done
      wait
      echo owned`;
    const run = ["run", "--rm", "--label", label, "--network", "none", "--user", "root"];
    const shell = ["--signal=KILL", "100", "bash", "-p", "-c", script];
    expect(await docker([...run, "--entrypoint", "timeout", TEST_IMAGE, ...shell])).toBe("owned");
  });

  it("owns a volume that another owner filled, closed folders included, and not what its links show", async () => {
    const volume = await docker(["volume", "create", "--label", label]);
    const fill =
      "cd /v && mkdir -p a/b && echo kept > a/b/c && ln -s /etc/passwd link && chmod -R go= . && chown -hR 2222:2222 .";
    await docker([
      ...["run", "--rm", "--label", label, "--user", "root", "--entrypoint", "sh"],
      ...["--volume", `${volume}:/v`, TEST_IMAGE, "-c", fill],
    ]);
    const sandbox = await openSandbox({
      label,
      env: owner("4321", "4321"),
      args: ["--volume", `${volume}:/home/node/.claude`],
    });
    const said = await sandbox.run(
      "sh",
      "-c",
      "cat ~/.claude/a/b/c && echo more >> ~/.claude/a/b/c; stat -c %u /etc/passwd",
    );
    expect(said).toEqual({ status: 0, stdout: "kept\n0\n", stderr: "" });
    await sandbox.remove();
  });
});
