import { createServer, type Server } from "node:net";
import { chmodSync, mkdirSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

/** Says "reached" to whoever connects. */
async function listen(path: string): Promise<Server & AsyncDisposable> {
  const server = createServer((socket) => socket.end("reached\n"));
  server.listen(path);
  await once(server, "listening");
  if (!path.startsWith("\0")) chmodSync(path, 0o777);
  return server;
}

const connect = (path: string) =>
  `node -e 'const s = require("net").connect(${JSON.stringify(path)});
     s.on("data", (d) => console.log(String(d))); s.on("error", (e) => console.log(e.code))'`;

describe.each(USERS)("sockets of programs outside, from a sandbox of $user", ({ uid }) => {
  it("are not reached by their names, wherever these are", async () => {
    using machine = makeMachine({ uid });
    mkdirSync(join(machine.home, "run"));
    const paths = [join(machine.home, "run", "agent.sock"), join(machine.workspace, "d.sock")];
    await using first = await listen(paths[0] ?? "");
    await using second = await listen(paths[1] ?? "");
    expect([first, second].every(({ listening }) => listening)).toBe(true);
    const { stdout } = await machine.exec(paths.map(connect).join("\n"));
    expect(stdout).not.toContain("reached");
    expect(stdout.trim().split("\n")).toHaveLength(2);
  });

  it("are reached where a rule names one", async () => {
    using machine = makeMachine({ uid });
    const path = join(machine.workspace, "d.sock");
    await using server = await listen(path);
    const { stdout } = await machine.exec(connect(path), { flags: ["--rw", "d.sock"] });
    expect(stdout).toContain("reached");
    expect(server.listening).toBe(true);
  });

  it("of the Docker daemon are granted by a word, and hidden without it", async () => {
    using machine = makeMachine({ uid });
    const path = join(machine.home, "docker.sock");
    await using server = await listen(path);
    const env = { DOCKER_HOST: `unix://${path}` };
    machine.host(`ln -s ${path} ~/link.sock`);
    const hidden = await machine.exec(connect(path), { env });
    expect(hidden.stdout).not.toContain("reached");
    const granted = await machine.exec(`echo $DOCKER_HOST; ${connect(path)}`, {
      ...{ env: { DOCKER_HOST: `unix://${machine.home}/link.sock` }, flags: ["--docker"] },
    });
    expect(granted.stdout).toContain("reached");
    expect(granted.stdout).toContain("link.sock");
    expect(server.listening).toBe(true);
  });

  it("of the machine's own services are not there, Docker's among them", async () => {
    using machine = makeMachine({ uid });
    const { stdout } = await machine.exec(
      `find /run /var/run/ -type s 2>/dev/null; test -e /var/run/docker.sock && echo docker; echo end`,
    );
    expect(stdout).toBe("end\n");
  });

  it("of the Docker daemon that are granted and not there are an error", async () => {
    using machine = makeMachine({ uid });
    const env = { DOCKER_HOST: `unix://${machine.home}/none.sock` };
    const { status, stderr } = await machine.exec("true", { env, flags: ["--docker"] });
    expect(status).toBe(125);
    expect(stderr).toContain("none.sock");
  });

  it("without a path are reached with the host's network, and not without it", async () => {
    using machine = makeMachine({ uid });
    const name = `\0agent-sandbox-test-${process.pid.toString()}-${uid.toString()}`;
    await using server = await listen(name);
    const script = connect(name).replaceAll("\\u0000", "\\0");
    const open = await machine.exec(script);
    const closed = await machine.exec(script, { flags: ["--network=false"] });
    expect(open.stdout).toContain("reached");
    expect(closed.stdout).toContain("ECONNREFUSED");
    expect(server.listening).toBe(true);
  });
});
