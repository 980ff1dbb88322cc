import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { connectDocker, probeDocker } from "../src/connect.ts";
import { scratchDirectory } from "./image/tiny-image.ts";

const never = new AbortController().signal;

async function listen(path: string, answer: RequestListener): Promise<AsyncDisposable> {
  const server: Server = createServer(answer).listen(path);
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function daemon(apiVersion: string): RequestListener {
  return (_, response) => {
    response.end(JSON.stringify({ ApiVersion: apiVersion }));
  };
}

describe("connectDocker", () => {
  it("reaches this machine's Docker without any variable", async () => {
    await expect(probeDocker(connectDocker({}), never)).resolves.toBeUndefined();
  });

  it("takes the socket that DOCKER_HOST names", () => {
    expect(connectDocker({ DOCKER_HOST: "unix:///run/x.sock" }).modem).toMatchObject({
      socketPath: "/run/x.sock",
    });
  });

  it.each(["tcp://127.0.0.1:2375", "tcp://localhost:2375", "127.0.0.1:2375", "tcp://[::1]:2375"])(
    "takes %s, which is this machine",
    (DOCKER_HOST) => {
      expect(connectDocker({ DOCKER_HOST }).modem).toMatchObject({ port: "2375" });
    },
  );

  it.each([
    ["tcp://10.1.2.3:2375", "another machine"],
    ["ssh://me@there", "ssh"],
    ["::::", "not an address"],
  ])("refuses %s with a sentence", (DOCKER_HOST, state) => {
    expect(() => connectDocker({ DOCKER_HOST })).toThrow(
      expect.objectContaining({
        code: "ENGINE_UNAVAILABLE",
        message: expect.stringContaining(state) as string,
        hint: expect.stringContaining("DOCKER_HOST") as string,
      }),
    );
  });
});

describe("probeDocker", () => {
  it("says how to start Docker when nothing answers", async () => {
    const docker = connectDocker({ DOCKER_HOST: "unix:///nowhere/docker.sock" });
    await expect(probeDocker(docker, never)).rejects.toMatchObject({
      code: "ENGINE_UNAVAILABLE",
      message: 'Cannot reach Docker at "/nowhere/docker.sock": nothing answers',
      hint: expect.stringContaining("systemctl start docker") as string,
    });
  });

  it.each([
    ["1.40", false],
    ["1.41", true],
    ["1.100", true],
  ])("judges the API %s by number", async (version, enough) => {
    await using directory = await scratchDirectory();
    const path = join(directory.path, "docker.sock");
    await using _ = await listen(path, daemon(version));
    const probe = probeDocker(connectDocker({ DOCKER_HOST: `unix://${path}` }), never);
    await (enough
      ? expect(probe).resolves.toBeUndefined()
      : expect(probe).rejects.toMatchObject({ code: "ENGINE_UNAVAILABLE" }));
  });

  it("stops at once when aborted, though Docker is silent", async () => {
    await using directory = await scratchDirectory();
    const path = join(directory.path, "docker.sock");
    await using _ = await listen(path, () => undefined);
    const probe = probeDocker(
      connectDocker({ DOCKER_HOST: `unix://${path}` }),
      AbortSignal.timeout(100),
    );
    await expect(probe).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
