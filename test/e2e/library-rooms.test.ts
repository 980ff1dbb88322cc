// Many commands in one open sandbox on this machine: its files are mounted once, the rest is each command's own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "@jest/globals";
import type { ExecResult } from "agent-sandbox";

import { type Machine, makeMachine, USERS } from "../support/on-this-machine.ts";

const LIBRARY = fileURLToPath(import.meta.resolve("agent-sandbox"));

/** A program with an open sandbox and helpers; what it `say`s comes back. */
const program = (body: string): string => `
  import { execFileSync, spawn } from "node:child_process";
  import { open } from ${JSON.stringify(LIBRARY)};
  const sandbox = await open({}, { engine: "bwrap" });
  const sh = (script) => sandbox.exec(["sh", "-c", script]);
  const host = (script) =>
    execFileSync("sh", ["-ec", script], { encoding: "utf8", timeout: 20_000 });
  // What is begun ahead of a command may still be on its way to be one.
  const own = () =>
    host("until pgrep --parent " + process.pid + " bwrap; do sleep 0.1; done").trim().split("\\n");
  const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
  ${body}`;

function start(machine: Machine, body: string) {
  const [first = "", ...words] = machine.as;
  const node = [process.execPath, "--input-type=module", "--eval", program(body)];
  return spawn(first, [...words, ...node], { cwd: machine.workspace });
}

/** All that a program says, a value a line. */
async function saidBy(machine: Machine, body: string): Promise<readonly unknown[]> {
  const child = start(machine, body);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

describe.each(USERS)("an open sandbox of $user", ({ uid }) => {
  it("ends with a command what it left behind, and keeps what is in memory", async () => {
    using machine = makeMachine({ uid });
    const [, , seen] = await saidBy(
      machine,
      `say(await sh("sleep 4711 & echo kept > /dev/shm/file"));
       say(await sh("true"));
       say(await sh("cat /dev/shm/file; ps -e -o args= | grep -c '[s]leep 4711'"));
       await sandbox.close();`,
    );
    expect(seen).toMatchObject({ stdout: "kept\n0\n", stderr: "" });
  });

  it("shows what was replaced outside between two commands, as protected as before", async () => {
    using machine = makeMachine({ uid });
    machine.host("echo old > tsconfig.json");
    const said = await saidBy(
      machine,
      `say(await sh("cat tsconfig.json; echo mine >> tsconfig.json"));
       host("echo new > other; mv other tsconfig.json");
       say(await sh("cat tsconfig.json; echo mine >> tsconfig.json"));
       await sandbox.close();
       say(host("cat tsconfig.json"));`,
    );
    const refused: unknown = expect.stringContaining("Read-only file system");
    expect(said).toMatchObject([
      { stdout: "old\n", stderr: refused },
      { stdout: "new\n", stderr: refused },
      "new\n",
    ]);
  });

  it("starts a command that was set up ahead as any other", async () => {
    using machine = makeMachine({ uid });
    const said = await saidBy(
      machine,
      `for (let round = 0; round < 3; round += 1) {
         const { exitCode, stdout, stderr } = await sandbox.exec(["sh", "-c", ${JSON.stringify(LOOK)}]);
         say({ exitCode, stdout: stdout.split("\\n").filter((line) => !line.startsWith("SigQ")).sort(), stderr });
       }
       await sandbox.close();`,
    );
    const [alone, ...others] = said;
    expect(alone).toMatchObject({ exitCode: 7, stderr: "an error\n" });
    expect(others).toEqual([alone, alone]);
  });

  it.each([
    ["a line feed, quotes and dollars", ["a\nb", "'", '"', "$(id)", "`id`", "\\", "", " ", "é"]],
    ["what looks like options and redirections", ["--", "-n", ">x", "2>&1", "&", ";", "#"]],
    ["very long words", ["x".repeat(20_000), "y".repeat(100_000)]],
  ])("hands on %s unchanged, also to what was set up ahead", async (_, words) => {
    using machine = makeMachine({ uid });
    const said = await saidBy(
      machine,
      `for (let round = 0; round < 3; round += 1)
         say((await sandbox.exec(["printf", "%s\\n--\\n", ...${JSON.stringify(words)}])).stdout);
       await sandbox.close();`,
    );
    const all = words.map((word) => `${word}\n--\n`).join("");
    expect(said).toEqual([all, all, all]);
  });

  it("lets nothing begin of a command that is aborted, and stops one that goes on too long", async () => {
    using machine = makeMachine({ uid });
    const said = await saidBy(
      machine,
      `await sh("true");
       const aborted = sandbox.exec(["touch", "begun"], { signal: AbortSignal.abort(new Error("enough")) });
       say(await aborted.catch(({ message }) => message));
       await sh("true");
       say(await sandbox.exec(["sleep", "60"], { timeout: 200 }).catch(({ code }) => code));
       say((await sh("ls")).stdout);
       await sandbox.close();`,
    );
    expect(said).toEqual(["enough", "TIMED_OUT", expect.not.stringContaining("begun")]);
  });

  it("leaves nothing behind of what is aborted or closed while it is being set up", async () => {
    using machine = makeMachine({ uid });
    const said = await saidBy(
      machine,
      `const after = (most) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));
       let aborted = 0;
       for (let round = 0; round < 60; round += 1) {
         const controller = new AbortController();
         void after(9).then(() => controller.abort());
         const input = round % 2 ? { input: "" } : {};
         await sandbox.exec(["sleep", "60"], { ...input, signal: controller.signal }).catch(() => { aborted += 1; });
       }
       say(aborted);
       await sandbox.close();
       for (let round = 0; round < 15; round += 1) {
         const other = await open({}, { engine: "bwrap" });
         await other.exec(["true"]);
         await after(8);
         await other.close();
       }
       // Another sandbox of this user that is just ending may be seen as well.
       say(host("while pgrep --parent " + process.pid + ",1 --uid ${uid.toString()} --full '^/[^ ]*bwrap --args 5'; do sleep 0.1; done >/dev/null; echo none"));`,
    );
    expect(said).toEqual([60, "none\n"]);
  });

  it("gives a command the variables that a shell would change, each time", async () => {
    using machine = makeMachine({ uid });
    const [first, ...others] = await saidBy(
      machine,
      `const environment = { IFS: ":", PPID: "7", OPTIND: "5", PS4: "x", SHLVL: "3", "a-b": "c" };
       for (let round = 0; round < 3; round += 1)
         say((await sandbox.exec(["env"], { environment })).stdout.split("\\n").sort());
       await sandbox.close();`,
    );
    expect(first).toEqual(
      expect.arrayContaining(["IFS=:", "PPID=7", "OPTIND=5", "PS4=x", "SHLVL=3", "a-b=c"]),
    );
    expect(others).toEqual([first, first]);
  });

  it("says why a command cannot be started, and goes on", async () => {
    using machine = makeMachine({ uid });
    const said = await saidBy(
      machine,
      `const environment = { BIG: "x".repeat(200_000) };
       say(await sandbox.exec(["true"], { environment }).catch(({ code, message }) => code + " " + message));
       say((await sh("echo on")).stdout);
       await sandbox.close();`,
    );
    expect(said).toEqual(["ENGINE_UNAVAILABLE Cannot start bubblewrap: spawn E2BIG", "on\n"]);
  });

  it("starts anew what was ended while it waited for its command", async () => {
    using machine = makeMachine({ uid });
    const [before, after, said] = await saidBy(
      machine,
      `await sh("true");
       await sh("sleep 0.5");
       const [room, ...ahead] = own();
       say(ahead.length);
       for (const pid of ahead) process.kill(Number(pid), "SIGKILL");
       await new Promise((resolve) => setTimeout(resolve, 200));
       say(own());
       say(await sh("echo still here"));
       await sandbox.close();`,
    );
    expect(before).toBe(1);
    expect(after).toHaveLength(1);
    expect(said).toMatchObject({ exitCode: 0, stdout: "still here\n" });
  });

  it("runs one command after the other also where the policy blocks or hides the shell", async () => {
    using machine = makeMachine({ uid });
    const said = await saidBy(
      machine,
      `for (const policy of [{ commands: { git: true, sh: false } }, { filesystem: { exclude: ["/bin/sh"] } }]) {
         const other = await open(policy, { engine: "bwrap" });
         for (let round = 0; round < 3; round += 1)
           say((await other.exec(["echo", "there"])).stdout);
         say(await other.exec(["sh", "-c", "id"]).catch(({ code }) => code));
         await other.close();
       }
       await sandbox.close();`,
    );
    const there = ["there\n", "there\n", "there\n"];
    const blocked: unknown = expect.stringContaining("command 'sh' is blocked in this sandbox");
    expect(said).toMatchObject([
      ...there,
      { exitCode: expect.any(Number), stdout: "", stderr: blocked },
      ...there,
      expect.stringMatching(/POLICY_DENIED|PROGRAM_MISSING/),
    ]);
  });

  it("ends a command whose protection is lost outside", async () => {
    using machine = makeMachine({ uid });
    machine.host("echo old > tsconfig.json");
    const [failure, after] = await saidBy(
      machine,
      `const running = sh("sleep 60").catch(({ code, message }) => ({ code, message }));
       await sh("true");
       host("echo new > other; mv other tsconfig.json");
       say(await running);
       say(await sh("cat tsconfig.json"));
       await sandbox.close();`,
    );
    expect(failure).toMatchObject({
      code: "SANDBOX_FAILED",
      message: expect.stringContaining("tsconfig.json") as unknown,
    });
    expect(after).toMatchObject({ stdout: "new\n" });
  });

  it("gives no way to the room that its files are mounted in", async () => {
    using machine = makeMachine({ uid });
    const [attack] = await saidBy(
      machine,
      `const marked = spawn("sleep", ["8123"]);
       say(await sh(${JSON.stringify(ATTACK)}));
       marked.kill();
       await sandbox.close();`,
    );
    const { stdout } = attack as ExecResult;
    expect(stdout).not.toContain("8123");
    expect(stdout).not.toContain("GOT");
    expect(stdout).toContain("done");
  });

  it("does not keep a program from ending, and ends with it", async () => {
    using machine = makeMachine({ uid });
    const [room] = await saidBy(machine, `await sh("true"); say(own());`);
    expect(await gone(room as string[])).toBe(true);

    const killed = start(machine, `void sh("sleep 60"); await sh("true"); say(own());`);
    const [said] = (await once(killed.stdout, "data")) as [Buffer];
    killed.kill("SIGKILL");
    await once(killed, "close");
    expect(await gone(JSON.parse(said.toString()) as string[])).toBe(true);
  });
});

/** What a command has of its surroundings. */
const LOOK = `
  env; pwd; umask; ulimit -a; echo "$0 $$ $PPID"; readlink /proc/self/fd/0
  ls /proc/self/fd; ls /proc; cat /proc/1/comm; ps -o pid,pgid,sid,tty,args -p $$
  grep -E '^(Sig|Shd|Cap|NoNew|Seccomp|[UG]id|Groups)' /proc/self/status
  cat /proc/self/oom_score_adj /proc/self/cgroup
  echo an error >&2; exit 7`;

/** Each line tries to see or change what is under what the command sees, and says GOT where it could. */
const ATTACK = `
  got() { echo "G""OT $*"; }
  view=$(readlink /proc/self/ns/mnt)
  for pid in $(ls /proc | grep '^[0-9]'); do
    [ ! -e /proc/$pid/ns/mnt ] || [ "$(readlink /proc/$pid/ns/mnt)" = "$view" ] || got another view
    nsenter --target $pid --user --mount true && got in
  done
  marked() { tr '\\0' ' ' | grep -o 'sleep 81[2]3'; }
  cat /proc/[0-9]*/cmdline | marked
  umount -l /proc && got off
  mount -o remount,rw / && got writable
  within="unshare --user --map-root-user --mount"
  $within umount -l /proc && got under
  $within mount -o remount,bind,rw .git/hooks && got hooks
  $within sh -c 'mount --bind / /mnt && cat /mnt/proc/[0-9]*/cmdline' | marked
  $within sh -c 'umount -l /proc; cat /proc/[0-9]*/cmdline' | marked
  echo x > .husky/pre-commit && got hook
  echo x > .git/hooks/pre-commit && got hook
  echo done`;

/** Whether these processes have ended, or soon do. */
async function gone(ids: readonly string[]): Promise<boolean> {
  expect(ids.length).toBeGreaterThan(0);
  const some = () => ids.some((id) => existsSync(`/proc/${id}`));
  for (let tries = 0; tries < 50 && some(); tries += 1) await sleep(100);
  return !some();
}
