import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { SandboxError } from "@agent-sandbox/core";
import { connectDocker } from "../../src/connect.ts";
import { buildImage, type BuildRequest } from "../../src/image/build-image.ts";
import { type BuildStep, FailedStep } from "../../src/image/build-output.ts";
import { contextOf, removeImage, TEST_LABEL, tinyImage } from "./tiny-image.ts";

const docker = connectDocker(process.env);
const OS = `engine-docker-test-os:build${String(process.pid)}`;
const TAG = `engine-docker-test:build${String(process.pid)}`;
const never = new AbortController().signal;

beforeAll(() => tinyImage(docker, OS));
afterAll(async () => {
  await removeImage(docker, TAG);
  await removeImage(docker, OS);
});

function request(context: string, more: Partial<BuildRequest> = {}): BuildRequest {
  const labels = { [TEST_LABEL]: TAG };
  return { context, tag: TAG, buildArgs: { OS }, labels, onStep: () => undefined, ...more };
}

async function stepsOf(context: string): Promise<readonly BuildStep[]> {
  const steps: BuildStep[] = [];
  await buildImage(docker, request(context, { onStep: (step) => steps.push(step) }), never);
  return steps;
}

async function failureOf(build: Promise<unknown>): Promise<SandboxError> {
  const error: unknown = await build.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SandboxError) return error;
  throw new Error("it did not fail with a SandboxError", { cause: error });
}

// Intermediate containers have no label: they are known by their image's ancestor.
async function containers(): Promise<readonly string[]> {
  const list = await docker.listContainers({ all: true, filters: { ancestor: [OS] } });
  return list.map(({ Id }) => Id);
}

describe("buildImage", () => {
  it("resolves to the id of the tagged and labelled image", async () => {
    await using context = await contextOf({ Dockerfile: "ARG OS\nFROM $OS\nCOPY a /a\n", a: "A" });
    const id = await buildImage(docker, request(context.path), never);
    const image = await docker.getImage(TAG).inspect();
    expect(image.Id).toBe(id);
    expect(image.Config.Labels).toMatchObject({ [TEST_LABEL]: TAG });
  });

  it("tells each step when it begins, and whether the cache holds it", async () => {
    const mark = String(process.hrtime.bigint());
    const files = { Dockerfile: "ARG OS\nFROM $OS\nCOPY a /a\nRUN cat a\n", a: mark };
    await using first = await contextOf(files);
    const fresh = await stepsOf(first.path);
    expect(fresh.map(({ instruction }) => instruction).slice(1, 4)).toEqual([
      "FROM $OS",
      "COPY a /a",
      "RUN cat a",
    ]);
    expect(fresh.slice(2, 4).map(({ cached }) => cached)).toEqual([false, false]);
    // Another directory, other times, the same content.
    await using second = await contextOf(files);
    const again = await stepsOf(second.path);
    expect(again.slice(2, 4).map(({ cached }) => cached)).toEqual([true, true]);
  });

  it("names the failing step and hands over its own last lines", async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${String(at)}`);
    await using context = await contextOf({
      Dockerfile: "ARG OS\nFROM $OS\nCOPY a /a\nRUN cat /a && exit 7\n",
      a: `${lines.join("\n")}\n`,
    });
    const error = await failureOf(buildImage(docker, request(context.path), never));
    expect(error.code).toBe("IMAGE_BUILD_FAILED");
    expect(error.message).toMatch(/step 4 of \d+ failed, "RUN cat \/a && exit 7".* status 7$/);
    expect(error.cause).toBeInstanceOf(FailedStep);
    expect((error.cause as FailedStep).output).toEqual(lines.slice(20));
    expect(await containers()).toEqual([]);
  });

  it("says that the disk is full when a step ran out of it", async () => {
    await using context = await contextOf({
      Dockerfile: "ARG OS\nFROM $OS\nRUN echo 'write error: No space left on device' && exit 1\n",
    });
    const error = await failureOf(buildImage(docker, request(context.path), never));
    expect(error.code).toBe("DISK_FULL");
  });

  it("reports a Dockerfile that is absent or cannot be read", async () => {
    await using none = await contextOf({ a: "" });
    await using bad = await contextOf({ Dockerfile: "FRUM scratch\n" });
    for (const { path } of [none, bad]) {
      const error = await failureOf(buildImage(docker, request(path), never));
      expect(error.code).toBe("IMAGE_BUILD_FAILED");
      expect(error.message).toMatch(
        /: (Cannot locate specified Dockerfile|dockerfile parse error)/i,
      );
    }
  });

  it("stops when aborted and leaves no container behind", async () => {
    await using context = await contextOf({
      Dockerfile: "ARG OS\nFROM $OS\nRUN sleep 1000\n",
    });
    const abort = new AbortController();
    const onStep = ({ instruction }: BuildStep): void => {
      if (instruction === "RUN sleep 1000") setTimeout(() => abort.abort(), 300);
    };
    const error = await failureOf(
      buildImage(docker, request(context.path, { onStep }), abort.signal),
    );
    expect(error.code).toBe("INTERRUPTED");
    // The daemon clears up after the connection is gone.
    for (let tries = 0; tries < 50 && (await containers()).length > 0; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await containers()).toEqual([]);
  });
});
