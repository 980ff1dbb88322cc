import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { connectDocker, probeDocker } from "../src/connect.ts";
import { scratchDirectory } from "./image/tiny-image.ts";

const never = new AbortController().signal;

// A server of the tests' own behind a socket, where Docker would be.
async function fakeDaemon(
  answer: RequestListener,
): Promise<AsyncDisposable & { readonly docker: ReturnType<typeof connectDocker> }> {
  const directory = await scratchDirectory();
  const path = join(directory.path, "docker.sock");
  const server = createServer(answer).listen(path);
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    docker: connectDocker({ DOCKER_HOST: `unix://${path}` }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await directory[Symbol.asyncDispose]();
    },
  };
}

function answering(apiVersion: string): RequestListener {
  return ({ url }, response) => {
    if (url === "/_ping") response.setHeader("api-version", apiVersion);
    response.end("OK");
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
        message: expect.stringContaining(state),
        hint: expect.stringContaining("DOCKER_HOST"),
      }),
    );
  });
});

describe("probeDocker", () => {
  it("says how to start Docker when nothing answers", async () => {
    const docker = connectDocker({ DOCKER_HOST: "unix:///nowhere/docker.sock" });
    await expect(probeDocker(docker, never)).rejects.toMatchObject({
      code: "ENGINE_UNAVAILABLE",
      message: 'Cannot reach Docker: nothing answers at "/nowhere/docker.sock"',
      hint: expect.stringContaining("systemctl start docker"),
    });
  });

  it.each(["1.41", "1.100"])("accepts the API %s, by number", async (version) => {
    await using daemon = await fakeDaemon(answering(version));
    await expect(probeDocker(daemon.docker, never)).resolves.toBeUndefined();
  });

  it.each(["1.40", "1.9"])("refuses the API %s with the oldest that will do", async (version) => {
    await using daemon = await fakeDaemon(answering(version));
    await expect(probeDocker(daemon.docker, never)).rejects.toMatchObject({
      code: "ENGINE_UNAVAILABLE",
      message: expect.stringContaining(`its API is "${version}", older than "1.41"`),
    });
  });

  it("stops at once when aborted, though Docker is silent", async () => {
    await using daemon = await fakeDaemon(() => undefined);
    const probe = probeDocker(daemon.docker, AbortSignal.timeout(100));
    await expect(probe).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
