import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { makeMachine, USERS } from "../support/on-this-machine.ts";
import { openTerminal } from "../support/terminal.ts";

/** Waits for a file that a command in the sandbox makes. */
async function until(path: string): Promise<void> {
  while (!existsSync(path)) await sleep(50);
}

const WAIT = "touch ready; while :; do sleep 0.1; done";

describe.each(USERS)("signals to agent-sandbox exec, as $user", ({ uid }) => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("hand %s on to the command", async (name) => {
    using machine = makeMachine({ uid });
    const ready = join(machine.workspace, "ready");
    const { status, stdout } = await machine.exec(
      `trap 'echo got it; exit 9' ${name.slice(3)}; ${WAIT}`,
      {
        onStart: (kill) =>
          void until(ready).then(() => {
            kill(name);
          }),
      },
    );
    expect(stdout).toBe("got it\n");
    expect(status).toBe(9);
  });

  it("end a command that does nothing about them", async () => {
    using machine = makeMachine({ uid });
    const ready = join(machine.workspace, "ready");
    const { status } = await machine.exec(WAIT, {
      onStart: (kill) =>
        void until(ready).then(() => {
          kill("SIGINT");
        }),
    });
    expect(status).toBe(130);
  });

  it("kill one that goes on at the second one, and all that it has started", async () => {
    using machine = makeMachine({ uid });
    const ready = join(machine.workspace, "ready");
    const { status } = await machine.exec(
      `trap 'touch asked' TERM INT; setsid sleep 4242 & ${WAIT}`,
      {
        onStart: (kill) =>
          void until(ready)
            .then(() => {
              kill("SIGTERM");
            })
            .then(() => until(join(machine.workspace, "asked")))
            .then(() => {
              kill("SIGTERM");
            }),
      },
    );
    expect(status).toBe(130);
    expect(machine.host("pgrep -f '^sleep 4242$' || echo none")).toBe("none\n");
  });

  it("leave nothing behind when agent-sandbox itself is killed", async () => {
    using machine = makeMachine({ uid });
    const ready = join(machine.workspace, "ready");
    const script = `setsid sleep 4343 & ${WAIT}`;
    const { signal } = await machine.exec(script, {
      onStart: (kill) =>
        void until(ready).then(() => {
          kill("SIGKILL");
        }),
    });
    expect(signal).toBe("SIGKILL");
    expect(machine.host("sleep 0.3; pgrep -f '^sleep 4343$' || echo none")).toBe("none\n");
    // What was held is given up by the next one that ends.
    await machine.exec("true");
    expect(existsSync(join(machine.workspace, ".husky"))).toBe(false);
  });
});

describe("agent-sandbox exec on a terminal", () => {
  const on = (uid: number) => {
    const machine = makeMachine({ uid });
    const argv = [...machine.as, "TERM=xterm", process.execPath, CLI, "exec"];
    const terminal = openTerminal(`cd ${machine.workspace}; PS1='outside> '; clear`);
    return {
      ...{ machine, terminal },
      start: (words: string) => {
        terminal.type(`${argv.join(" ")} ${words}; echo "ended $?"`);
        terminal.press("Enter");
      },
      [Symbol.dispose]: () => {
        terminal[Symbol.dispose]();
        machine[Symbol.dispose]();
      },
    };
  };

  it("has a working terminal, its size and job control", async () => {
    using one = on(1000);
    one.start("bash --norc");
    await one.terminal.see(/bash-\S+\$ $/m);
    one.terminal.type("stty size; sleep 100 & jobs; test -t 0 && echo a''terminal");
    one.terminal.press("Enter");
    await one.terminal.see(/30 100/);
    await one.terminal.see(/a\bterminal|aterminal/);
    expect(one.terminal.screen()).not.toContain("no job control");
    one.terminal.type("kill %1; sleep 200");
    one.terminal.press("Enter");
    one.terminal.press("C-z");
    await one.terminal.see(/Stopped/);
    one.terminal.type("kill -KILL %2; disown -a; exit 6");
    one.terminal.press("Enter");
    await one.terminal.see(/ended 6/);
  });

  it("hands Ctrl-C to the command, which may go on", async () => {
    using one = on(1000);
    one.start(
      `sh -c 'trap "echo caught" INT; echo st''arted; sleep 1; sleep 1; echo went on; exit 3'`,
    );
    await one.terminal.see(/^started/m);
    one.terminal.press("C-c");
    await one.terminal.see(/caught/);
    await one.terminal.see(/went on/);
    await one.terminal.see(/ended 3/);
  });

  it("ends a command that does nothing about Ctrl-C", async () => {
    using one = on(0);
    one.start(`sh -c 'echo st''arted; sleep 300'`);
    await one.terminal.see(/^started/m);
    one.terminal.press("C-c");
    await one.terminal.see(/ended 130/);
  });
});
