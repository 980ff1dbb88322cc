import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { connectDocker } from "../../src/connect.ts";
import { buildRepoImage } from "../../src/image/build-repo-image.ts";
import { repoImageName } from "../../src/names.ts";
import { contextOf, removeImage, tinyImage } from "./tiny-image.ts";

const docker = connectDocker(process.env);
const TAG = `engine-docker-test-${String(process.pid)}`;
const BASE = `agent-sandbox-base:${TAG}`;
const never = new AbortController().signal;
const HASH = "0123456789abcdef0123456789abcdef";
const WORKSPACE = { name: TAG, hash: HASH, path: "/tmp/a workspace" };
const IMAGE = repoImageName(WORKSPACE);

beforeAll(() => tinyImage(docker, BASE));
afterAll(async () => {
  await removeImage(docker, IMAGE);
  await removeImage(docker, BASE);
});

function request(directory: string, baseTag: string): Parameters<typeof buildRepoImage>[1] {
  return { directory, leftOut: [], baseTag, workspace: WORKSPACE, onStep: () => undefined };
}

describe("buildRepoImage", () => {
  it("builds on the base image of the given tag, and labels what it built", async () => {
    await using context = await contextOf({
      Dockerfile:
        "ARG BASE_IMAGE_TAG=latest\nFROM agent-sandbox-base:${BASE_IMAGE_TAG}\nENV MINE=1\n",
    });
    const id = await buildRepoImage(docker, request(context.path, TAG), never);
    const image = await docker.getImage(IMAGE).inspect();
    expect(image.Id).toBe(id);
    expect(image.Config.Env).toContain("MINE=1");
    expect(image.Config.Labels).toMatchObject({
      "agent-sandbox.image-hash": HASH,
      "agent-sandbox.image-of": "/tmp/a workspace",
    });
  });

  it("names the command that builds an absent base image, and asks no registry", async () => {
    await using context = await contextOf({});
    await expect(
      buildRepoImage(docker, request(context.path, "no-such"), never),
    ).rejects.toMatchObject({
      code: "IMAGE_MISSING",
      hint: 'Build it with "agent-sandbox build-base --tag no-such"',
    });
  });

  it("refuses what cannot be a tag", async () => {
    const build = buildRepoImage(docker, request("/", "a b"), never);
    await expect(build).rejects.toMatchObject({ code: "USAGE" });
  });
});
