import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { CLI, cli } from "../support/cli.ts";
import { makeMachine, USERS } from "../support/on-this-machine.ts";

describe.each(USERS)("agent-sandbox exec, as $user", ({ uid }) => {
  it("works in the workspace and shows the rest of the machine read-only", async () => {
    using machine = makeMachine({ uid });
    const { status, stdout } = await machine.exec(
      "pwd; echo new > file; cat /etc/passwd | head -1; touch ~/x 2>&1; touch /tmp/$$ && rm /tmp/$$; git add file && git commit -qm second && git log --oneline | wc -l",
    );
    expect(status).toBe(0);
    expect(stdout).toContain(`${machine.workspace}\nroot:`);
    expect(stdout).toContain("Read-only file system");
    expect(stdout.trim().split("\n").at(-1)).toBe("2");
    expect(readFileSync(join(machine.workspace, "file"), "utf8")).toBe("new\n");
  });

  it("ends with the command's own status", async () => {
    using machine = makeMachine({ uid });
    expect((await machine.exec("exit 7")).status).toBe(7);
    expect((await machine.exec("kill -TERM $$")).status).toBe(143);
    const run = (words: string) =>
      machine.host(`${process.execPath} ${CLI} exec ${words} 2>&1 || echo "status $?"`);
    expect(run("no-such-command")).toContain("status 127");
    expect(run("./README.md")).toContain("status 126");
    expect(run("")).toContain("status 2");
    expect(run("--netwrok true")).toContain('Did you mean "--network"?');
  });

  it("hides what is excluded: a directory is empty, and a file cannot be read", async () => {
    using machine = makeMachine({ uid });
    machine.host(
      "mkdir -p private/deep && echo s > private/deep/file && echo s > one && echo s > .env",
    );
    const { stdout } = await machine.exec(
      "ls -A private; touch private/x 2>&1; stat -c '%a' one .env; cat one .env 2>&1",
      { flags: ["--exclude", "private", "--exclude", "on*"] },
    );
    expect(stdout).toContain("Read-only file system");
    expect(stdout).toContain("0\n0\n");
    expect(stdout.match(/Permission denied/g)).toHaveLength(2);
    expect(readFileSync(join(machine.workspace, "private/deep/file"), "utf8")).toBe("s\n");
  });

  it("takes the deeper rule, and a grant of what is not there as none", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir -p vendor/made && touch vendor/file vendor/made/file .dot .other");
    const { stdout } = await machine.exec(
      "for f in vendor/file vendor/made/file .dot .other; do echo x >> $f && echo wrote $f; done 2>/dev/null; ls nowhere 2>&1 | grep -c nowhere",
      { flags: ["--ro", "vendor", "--rw=vendor/made", "--ro", ".d*", "--rw", "nowhere"] },
    );
    expect(stdout).toBe("wrote vendor/made/file\nwrote .other\n1\n");
    const { status, stderr } = await machine.exec("true", { flags: ["--ro", "a[b"] });
    expect(status).toBe(2);
    expect(stderr).toContain('"["');
  });

  it("hands what follows the first word on as it stands", () => {
    using machine = makeMachine({ uid });
    const run = (words: string) =>
      machine.host(`cd / && ${process.execPath} ${CLI} exec --cwd ${machine.workspace} ${words}`);
    expect(run("echo a b a --help --json")).toBe("a b a --help --json\n");
    expect(run("-- echo -- -h")).toBe("-- -h\n");
    expect(run("--help")).toContain("--env-inherit");
  });

  it("closes the network by a word", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec("ls /sys/class/net; cat /proc/net/dev | wc -l", {
      flags: ["--network=0"],
    });
    expect(stdout.trim().split("\n").at(-1)).toBe("3");
  });

  it("lets in of the environment what the policy says", async () => {
    using machine = makeMachine({ uid });
    const env = { MY_TOKEN: "secret", PLAIN: "plain", CI: "1" };
    const show = 'echo "$MY_TOKEN/$PLAIN/$CI/$SET"';
    expect((await machine.exec(show, { env })).stdout).toBe("//1/\n");
    const flags = ["--env", "MY_TOKEN", "--env", "SET=a b", "--env-inherit=none"];
    expect((await machine.exec(show, { env, flags })).stdout).toBe("secret///a b\n");
    const all = ["--env-inherit", "all"];
    expect((await machine.exec(show, { env, flags: all })).stdout).toBe("/plain/1/\n");
  });

  it("passes what it is given to read on, and what is written", async () => {
    using machine = makeMachine({ uid });
    const input = "x".repeat(300_000);
    const { stdout, stderr } = await machine.exec("cat; echo told >&2", { input });
    expect(stdout).toBe(input);
    expect(stderr).toBe("told\n");
  });

  it("says what the script that it prints does not do", () => {
    const network = { external: "domains", domains: ["open.test"] };
    using machine = makeMachine({ uid, config: { network } });
    const words = [process.execPath, CLI, "exec", "--trust", "--dry-run", "true"].join(" ");
    expect(machine.host(`${words} 2>&1 >/dev/null`)).toContain("reaches no network at all");
    const shared = words.replace("true", "--network=false true");
    expect(machine.host(`${shared} 2>&1 >/dev/null`)).not.toContain("reaches no network");
  });

  it("prints a script that does the same", () => {
    using machine = makeMachine({ uid, config: { filesystem: { exclude: ["it's"] } } });
    machine.host('echo s > "it\'s"');
    const argv = [process.execPath, CLI, "exec", "--dry-run"];
    const words = ["sh", "-c", `echo "a  b"; cat "it's" 2>&1; touch .husky/x; exit 3`];
    const script = machine.host(
      [...argv, ...words].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" "),
    );
    const before = machine.host("find . | sort");
    const said = machine.host(`${script.replace(/\n$/, "")} || echo "status $?"`);
    expect(said).toContain("a  b\n");
    expect(said).toContain("Permission denied");
    expect(said).toContain("status 3");
    expect(machine.host("find . | sort")).toBe(before);
  });

  it("tells with --debug what was decided, on standard error", async () => {
    using machine = makeMachine({ uid });
    const { stdout, stderr } = await machine.exec("echo out", {
      flags: ["--debug", "--ro", "README.md"],
    });
    expect(stdout).toBe("out\n");
    expect(stderr).toContain(`ro ${machine.workspace}/README.md`);
    expect(stderr).toContain("--unshare-user");
  });

  it("records the run", async () => {
    using machine = makeMachine({ uid });
    await machine.exec("exit 4");
    const record = machine.host("cat ~/.local/state/agent-sandbox/audit/*/*.jsonl");
    expect(record).toContain('"event":"run.started"');
    expect(record).toContain('"engine":"bwrap"');
    expect(record).toContain('"status":4');
  });

  it("starts nothing that cannot be recorded", async () => {
    using machine = makeMachine({ uid });
    machine.host(
      "mkdir -p ~/.local/state/agent-sandbox && touch ~/.local/state/agent-sandbox/audit",
    );
    const { status, stderr } = await machine.exec("touch ran");
    expect(status).toBe(125);
    expect(stderr).toContain("audit");
    expect(existsSync(join(machine.workspace, "ran"))).toBe(false);
  });

  it("works in a linked worktree, with its hooks and configuration kept", () => {
    using machine = makeMachine({ uid });
    machine.host("git worktree add -q ../linked -b linked 2>&1");
    const argv = [process.execPath, CLI, "exec", "-C", "../linked", "sh", "-c"];
    const script = `echo 1 > f && git add f && git commit -qm linked && git log --oneline | wc -l
      common=$(git rev-parse --git-common-dir); own=$(git rev-parse --git-dir)
      for path in $common/hooks/x $common/config $common/config.worktree $own/commondir $own/config.worktree .git; do
        echo evil >> $path && echo "wrote $path"; done 2>/dev/null
      mv .git g 2>/dev/null && echo moved; true`;
    const said = machine.host([...argv, `'${script}'`].join(" "));
    expect(said).toBe("2\n");
  });
});

describe("agent-sandbox check", () => {
  it("tells inside from outside", async () => {
    using machine = makeMachine({ uid: 1000 });
    const outside = await cli(["check"]);
    expect(outside).toMatchObject({ status: 1, stdout: "outside sandbox\n" });
    const inside = await machine.exec(
      "/run/agent-sandbox/agent-sandbox check; ls /run/agent-sandbox 2>&1",
    );
    expect(inside.stdout).toContain("inside sandbox\n");
    expect(inside.stdout).toContain("Permission denied");
    expect(readdirSync("/run")).not.toContain("agent-sandbox");
  });
});
