import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { connectDocker } from "../src/connect.ts";
import { findUsable } from "../src/find-usable.ts";
import { scratchDirectory } from "./image/tiny-image.ts";

const never = new AbortController().signal;

/**
 * A daemon of the tests' own that holds one container, in one state after the other; undefined is
 * when it is gone. A real one is in some of these states for a moment only.
 */
async function daemonWith(states: readonly (string | undefined)[]) {
  const directory = await scratchDirectory();
  const path = join(directory.path, "docker.sock");
  const left = [...states];
  const removed: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === "DELETE") {
      removed.push(request.url ?? "");
      response.writeHead(204).end();
      return;
    }
    const state = left.length > 1 ? left.shift() : left[0];
    const container = { Id: "c1", Names: ["/box"], State: state, Status: "", Image: "i" };
    const found = state === undefined ? [] : [{ ...container, Created: 0, Labels: {}, Mounts: [] }];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(found));
  }).listen(path);
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    docker: connectDocker({ DOCKER_HOST: `unix://${path}` }),
    removed,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await directory[Symbol.asyncDispose]();
    },
  };
}

describe("findUsable", () => {
  it.each(["created", "running", "exited"])("gives one that is %s as it is", async (state) => {
    await using daemon = await daemonWith([state]);
    expect(await findUsable(daemon.docker, { hash: "h" }, never)).toMatchObject({
      id: "c1",
      state,
    });
  });

  it.each([
    ["paused", 'its container "box" is paused', "docker unpause box"],
    ["restarting", 'its container "box" is being restarted', "docker update --restart=no box"],
  ])("refuses one that is %s, with the way out", async (state, sentence, way) => {
    await using daemon = await daemonWith([state]);
    await expect(findUsable(daemon.docker, { hash: "h" }, never)).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: expect.stringContaining(sentence),
      hint: expect.stringContaining(way),
    });
  });

  it("waits for one that is being removed, and stops waiting when aborted", async () => {
    await using daemon = await daemonWith(["removing", "removing", undefined]);
    expect(await findUsable(daemon.docker, { hash: "h" }, never)).toBeUndefined();
    await using stuck = await daemonWith(["removing"]);
    const signal = AbortSignal.timeout(200);
    await expect(findUsable(stuck.docker, { hash: "h" }, signal)).rejects.toThrow();
  });

  it("removes what Docker could not remove whole", async () => {
    await using daemon = await daemonWith(["dead"]);
    expect(await findUsable(daemon.docker, { hash: "h" }, never)).toBeUndefined();
    expect(daemon.removed).toEqual([expect.stringContaining("/containers/c1?force=true")]);
  });
});
