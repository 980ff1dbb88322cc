import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type Docker from "dockerode";
import { connectDocker } from "../src/connect.ts";
import { waitReady } from "../src/wait-ready.ts";
import { removeImage, TEST_LABEL, tinyImage } from "./image/tiny-image.ts";

const docker = connectDocker(process.env);
const IMAGE = `engine-docker-test-ready:${String(process.pid)}`;
const first = { signal: new AbortController().signal };

beforeAll(() => tinyImage(docker, IMAGE));
afterAll(() => removeImage(docker, IMAGE));

/** A running container whose PID 1 does what `script` says; gone once disposed. */
async function running(
  script: string,
): Promise<AsyncDisposable & { readonly container: Docker.Container }> {
  const container = await docker.createContainer({
    Image: IMAGE,
    Labels: { [TEST_LABEL]: IMAGE },
    Cmd: ["sh", "-c", script],
    HostConfig: { NetworkMode: "none", Init: true },
  });
  await container.start();
  return { container, [Symbol.asyncDispose]: () => container.remove({ force: true }) };
}

describe("waitReady", () => {
  it("resolves at the report, whatever was said before", async () => {
    await using box = await running(
      `echo hello; sleep 0.2; echo '{"event":"sandbox.ready"}'; sleep 60`,
    );
    await expect(waitReady("sandbox", box.container, first)).resolves.toBeUndefined();
  });

  it("does not take an earlier start's report for this one's", async () => {
    await using box = await running(
      `[ -e /again ] && exit 3; echo > /again; echo '{"event":"sandbox.ready"}'; sleep 60`,
    );
    await waitReady("sandbox", box.container, first);
    await box.container.stop({ t: 1 });
    const lastEnd = new Date((await box.container.inspect()).State.FinishedAt);
    await box.container.start();
    await expect(waitReady("sandbox", box.container, { ...first, lastEnd })).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
    });
  });

  it("tells a set-up that ended, with its reason and its last lines", async () => {
    await using box = await running(
      `echo first; echo '{"event":"sandbox.failed","reason":"no iptables"}'; echo last >&2`,
    );
    await expect(waitReady("sandbox", box.container, first)).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: "Cannot open the sandbox: its set-up ended before it was ready",
      hint: "no iptables",
      // Output and errors come in no order between them.
      detail: expect.stringMatching(/(?=[\s\S]*first)[\s\S]*last/),
    });
  });

  it("tells a set-up that takes too long from one that ended, with what it said so far", async () => {
    await using box = await running("echo waiting for a name; sleep 60");
    await expect(
      waitReady("sandbox", box.container, { ...first, limit: 1000 }),
    ).rejects.toMatchObject({
      code: "SANDBOX_FAILED",
      message: "Cannot open the sandbox: its set-up was not done after 1 s",
      detail: "waiting for a name",
    });
  });

  it("stops waiting with the signal's reason", async () => {
    await using box = await running("sleep 60");
    const abort = new AbortController();
    const waiting = waitReady("sandbox", box.container, { ...first, signal: abort.signal });
    setTimeout(() => {
      abort.abort(new Error("enough"));
    }, 200);
    await expect(waiting).rejects.toThrow("enough");
  });
});
