import { mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { readDockerSocket } from "../src/docker-socket.ts";

const directory = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-test-")));
const at = (name: string) => join(directory, name);
const server = createServer();

beforeAll(async () => {
  await once(server.listen(at("real.sock")), "listening");
  symlinkSync("real.sock", at("link.sock"));
  writeFileSync(at("file"), "");
});

afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

it("is what DOCKER_HOST names, by its real path and with its group", () => {
  const { gid } = statSync(at("real.sock"));
  const found = { kind: "socket", path: at("real.sock"), gid };
  for (const name of ["real.sock", "link.sock"]) {
    expect(readDockerSocket({ DOCKER_HOST: `unix://${at(name)}` })).toEqual(found);
  }
});

it.each([
  ["tcp://127.0.0.1:2375", 'Docker listens at "http://127.0.0.1:2375", which is no socket'],
  [`unix://${at("absent")}`, "no such file"],
  [`unix://${at("file")}`, "is not a socket"],
])("is none by %s, and why is said", (DOCKER_HOST, state) => {
  expect(readDockerSocket({ DOCKER_HOST })).toEqual({
    kind: "none",
    state: expect.stringContaining(state) as unknown,
  });
});
