import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { connectDocker } from "../../src/connect.ts";
import { chooseOsImage, type OsRequest } from "../../src/image/choose-os-image.ts";
import { removeImage, tinyImage } from "./tiny-image.ts";

const docker = connectDocker(process.env);
const OS = `engine-docker-test-os:choose${String(process.pid)}`;
// A registry where nothing listens.
const NOWHERE = "127.0.0.1:1/none:1";

beforeAll(() => tinyImage(docker, OS));
afterAll(() => removeImage(docker, OS));

async function choose(request: Partial<OsRequest>): Promise<string> {
  const asked = { image: undefined, bootstrap: false, defaultImage: NOWHERE, ...request };
  const signal = AbortSignal.timeout(30_000);
  // No tool is found on this PATH but for one in /usr/sbin.
  const env = { PATH: "/nonexistent" };
  return await chooseOsImage(docker, asked, { env, progress: () => undefined, signal });
}

describe("chooseOsImage", () => {
  it("takes the image that is here, named or the default, without asking a registry", async () => {
    await expect(choose({ image: OS })).resolves.toBe(OS);
    await expect(choose({ defaultImage: OS })).resolves.toBe(OS);
  });

  it("fails when the named image cannot be pulled: it makes none in its place", async () => {
    await expect(choose({ image: NOWHERE })).rejects.toMatchObject({
      code: "IMAGE_MISSING",
      message: expect.stringContaining(`pull the image "${NOWHERE}"`),
    });
  });
});
