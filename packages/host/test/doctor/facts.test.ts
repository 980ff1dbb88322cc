import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { readBubblewrapFacts } from "../../src/doctor/bubblewrap-facts.ts";
import { readDockerContext } from "../../src/doctor/docker-context.ts";
import { freeSpace } from "../../src/doctor/free-space.ts";
import { readGitFacts } from "../../src/doctor/git-facts.ts";

const { signal } = new AbortController();
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
});

afterAll(() => {
  rmSync(home, { recursive: true });
});

describe("git", () => {
  const PATH = process.env["PATH"];

  it("tells its version, and nothing where safe.bareRepository is not set", async () => {
    const env = { PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const { version, bareRepository } = await readGitFacts({ workspace: undefined, env }, signal);
    expect(version).toMatch(/^\d+\.\d+/);
    expect(bareRepository).toBeUndefined();
  });

  it("tells what the user's configuration says of bare repositories", async () => {
    const file = join(home, "gitconfig");
    writeFileSync(file, "[safe]\n\tbareRepository = explicit\n");
    const env = { PATH, HOME: home, GIT_CONFIG_GLOBAL: file };
    expect((await readGitFacts({ workspace: undefined, env }, signal)).bareRepository).toBe(
      "explicit",
    );
  });

  it("is the workspace's owner's where root asks", async () => {
    const workspace = mkdtempSync(join(home, "workspace-"));
    chownSync(workspace, 24_412, 24_412);
    const file = join(home, "gitconfig-of-root");
    writeFileSync(file, "[safe]\n\tbareRepository = explicit\n");
    const env = { PATH, HOME: home, GIT_CONFIG_GLOBAL: file };
    const { bareRepository, user } = await readGitFacts({ workspace, env }, signal);
    expect({ bareRepository, user }).toEqual({ bareRepository: undefined, user: "#24412" });
  });

  it("that is not there is an error with the way out", async () => {
    await expect(
      readGitFacts({ workspace: undefined, env: { PATH: home } }, signal),
    ).rejects.toMatchObject({
      hint: expect.stringContaining("Install git") as unknown,
    });
  });
});

describe("the context of the docker client", () => {
  const config = (value: unknown) => {
    writeFileSync(join(home, "config.json"), JSON.stringify(value));
  };

  it.each([
    [{ currentContext: "desktop-linux" }, {}, "desktop-linux"],
    [{ currentContext: "default" }, {}, undefined],
    [{}, {}, undefined],
    [{ currentContext: "one" }, { DOCKER_CONTEXT: "two" }, "two"],
    [{ currentContext: "one" }, { DOCKER_HOST: "unix:///run/docker.sock" }, undefined],
  ])("by %j and %j is %s", (value, env, context) => {
    config(value);
    expect(readDockerContext({ ...env, DOCKER_CONFIG: home }, "/nowhere")).toBe(context);
  });

  it("is none where the client has no configuration", () => {
    expect(readDockerContext({}, "/nowhere")).toBeUndefined();
  });
});

it("bubblewrap that is not there is told", async () => {
  const facts = await readBubblewrapFacts({ PATH: home }, signal);
  expect(facts).toMatchObject({ isInstalled: false, starts: false });
});

it("free space is what a disk has left for its users", async () => {
  expect(await freeSpace(home)).toBeGreaterThan(0);
  await expect(freeSpace(join(home, "absent"))).rejects.toMatchObject({ code: "ENOENT" });
});
