import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";

import { removeLabelled, testLabel } from "../support/docker.ts";
import { openGate, type TestGate, work } from "../support/gate.ts";
import { openSandbox, type TestSandbox } from "../support/sandbox-image.ts";

const label = testLabel("gate-hooks");
const OWNER = 4321;
let gate: TestGate;
let sandbox: TestSandbox;

beforeAll(async () => {
  await removeLabelled(label);
  gate = await openGate({ label, owner: OWNER });
  gate.host("git config hooks.word 'kept here' && git config alias.x status");
  await gate.addFolder("work", "work");
  sandbox = await gate.openBranch("work");
});

afterAll(async () => {
  await gate.dispose();
  await removeLabelled(label);
});

beforeEach(() => {
  gate.host("rm -rf .git/hooks .git/said && mkdir .git/hooks");
});

/** A hook of the host's that writes what it sees to `.git/said`, and then runs `script`. */
const hook = (name: string, script = "", mode = "755") => {
  gate.host(`cat > .git/hooks/${name} << 'END'
#!/bin/sh
exec 3>> /workspace/demo/.git/said
${script}
END
chmod ${mode} .git/hooks/${name}`);
};

const said = () => gate.host("cat .git/said 2> /dev/null || true");
const push = async (prepare = "") =>
  await work(
    sandbox,
    `git fetch --quiet host; git checkout --quiet -B work host/work
    git commit --quiet --allow-empty --message x; ${prepare} git push host work 2>&1`,
  );

describe("the host's hooks", () => {
  it("run in the gate, as the owner, without network and capabilities, and not in the sandbox", async () => {
    hook(
      "pre-receive",
      "hostname >&3; id -u >&3; id -g >&3; ls /sys/class/net >&3; grep -E '^(CapPrm|CapBnd|NoNewPrivs)' /proc/self/status >&3",
    );
    expect(await push()).toMatchObject({ status: 0 });
    expect(said()).toBe(
      `${gate.id.slice(0, 12)}\n${OWNER}\n${OWNER}\nlo\n` +
        "CapPrm:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\n",
    );
  });

  it("are called as git calls them", async () => {
    for (const name of ["pre-receive", "post-receive", "reference-transaction"]) {
      hook(name, `echo "${name} $* $(cat | cut -d ' ' -f 3 | tr '\\n' ' ')$GIT_DIR $PWD" >&3`);
    }
    for (const name of ["update", "post-update"]) hook(name, `echo "${name} $1 $GIT_DIR $PWD" >&3`);
    hook("push-to-checkout", "echo push-to-checkout >&3");
    expect(await push()).toMatchObject({ status: 0 });
    const place = ". /workspace/demo/.git";
    const lines = said().split("\n");
    expect(lines.filter((line) => !line.startsWith("reference-transaction"))).toEqual([
      `pre-receive  refs/heads/work ${place}`,
      `update refs/heads/work ${place}`,
      `post-receive  refs/heads/work ${place}`,
      `post-update refs/heads/work ${place}`,
      "",
    ]);
    expect(lines).toContain(`reference-transaction committed refs/heads/work ${place}`);
  });

  it("see the pushed objects before anybody else does, and their own settings", async () => {
    hook(
      "pre-receive",
      `read old new ref; git log -1 --format=%s $new >&3; git cat-file -t $new >&3
       echo "\${GIT_QUARANTINE_PATH:+in quarantine}" >&3; git config hooks.word >&3; git config alias.x >&3; exit 1`,
    );
    expect((await push()).stdout).toContain("pre-receive hook declined");
    expect(said()).toBe("x\ncommit\nin quarantine\nkept here\n");
    expect((await gate.pushes()).at(-1)).toMatchObject({
      result: "refused",
      reason: "pre-receive hook declined",
    });
  });

  it.each(["pre-receive", "update", "reference-transaction"])(
    "refuse a push by %s",
    async (name) => {
      const before = gate.host("git rev-parse work");
      hook(name, `echo "no, says ${name}" >&2; exit 1`);
      const answer = await push();
      expect(answer.status).not.toBe(0);
      expect(answer.stdout).toContain(`no, says ${name}`);
      expect(gate.host("git rev-parse work")).toBe(before);
      expect((await gate.pushes()).at(-1)).toMatchObject({ result: "refused" });
    },
  );

  it("run after the gate's own, which a push that it refuses never passes", async () => {
    hook("pre-receive", "echo called >&3");
    const answer = await push("git push host work:other 2>&1 ||");
    expect(answer).toMatchObject({ status: 0 });
    expect(answer.stdout).toContain("may be pushed");
    expect(said()).toBe("called\n");
  });

  it("may leave what was pushed unread", async () => {
    hook("pre-receive", "exec <&-; exit 0");
    expect(await push()).toMatchObject({ status: 0 });
  });

  it("are skipped where they are not executable", async () => {
    hook("pre-receive", "echo called >&3; exit 1", "644");
    gate.host("mkdir .git/hooks/update");
    expect(await push()).toMatchObject({ status: 0 });
    expect(said()).toBe("");
  });

  it("have nothing of what the sandbox has in its environment", async () => {
    hook("update", "env >&3");
    expect(
      await push(
        "export EVIL=1 GIT_TRACE=1 GIT_PROTOCOL=version=1 GIT_EXTERNAL_DIFF=x BASH_ENV=x;",
      ),
    ).toMatchObject({ status: 0 });
    expect(said()).toContain("GIT_PROTOCOL=version=");
    expect(said()).not.toMatch(/EVIL|TRACE|EXTERNAL|BASH_ENV/);
  });
});

describe("in bind mode", () => {
  it("git has no gate, and a push goes where the address says", async () => {
    const volume = `${gate.host("cd .. && pwd").trim()}/demo`;
    const bind = await openSandbox({
      label,
      env: { AGENT_SANDBOX_UID: OWNER.toString(), AGENT_SANDBOX_GID: OWNER.toString() },
      args: ["--mount", `type=bind,src=${volume},dst=/workspace/demo`],
    });
    const script = `! git config --get-regexp '^remote\\.'; git clone --quiet --origin host file:///workspace/demo /tmp/work
      cd /tmp/work; git checkout --quiet -b bound; git push host bound 2>&1`;
    const told = (await gate.pushes()).length;
    expect(await bind.run("sh", "-ec", script)).toMatchObject({ status: 0, stderr: "" });
    expect(gate.host("git rev-parse bound")).toBe(gate.host("git rev-parse main"));
    expect(await gate.pushes()).toHaveLength(told);
    await bind.remove();
  });
});
