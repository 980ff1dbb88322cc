import { expect, it } from "@jest/globals";

import { readShelf } from "../../src/list/read-shelf.ts";
import { enginePorts } from "../../src/engine-ports.ts";

/** A machine without Docker. */
function context(signal: AbortSignal) {
  const env = { DOCKER_HOST: "unix:///nonexistent/docker.sock" };
  const surroundings = { env, home: "/nonexistent", say: () => undefined, quiet: true };
  return { surroundings, ports: enginePorts(surroundings), signal };
}

it("tells why it could not look, so that the others are listed all the same", async () => {
  const { signal } = new AbortController();
  await expect(readShelf("/nonexistent/shop", context(signal))).resolves.toEqual({
    workspace: "/nonexistent/shop",
    branches: [],
    problem:
      'Cannot see the branches of "/nonexistent/shop": Cannot use "/nonexistent/shop" as a workspace: it does not exist',
  });
});

it("fails by the signal's reason", async () => {
  const signal = AbortSignal.abort(new Error("interrupted"));
  await expect(readShelf("/nonexistent/shop", context(signal))).rejects.toThrow("interrupted");
});
