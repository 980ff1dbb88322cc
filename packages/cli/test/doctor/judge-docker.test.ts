import type { DockerFacts } from "@agent-sandbox/engine-docker";
import { expect, it } from "@jest/globals";

import {
  judgeAddress,
  judgeDocker,
  judgeLimits,
  judgeStorage,
} from "../../src/doctor/judge-docker.ts";

const DOCKER: DockerFacts = {
  version: "28.2.2",
  operatingSystem: "Debian",
  storageDriver: "overlay2",
  cgroupVersion: "2",
  isRootless: false,
  limits: { memory: true, cpus: true, pids: true },
};

it("an ordinary daemon is well in all that it tells", () => {
  for (const judge of [judgeDocker, judgeStorage, judgeLimits]) {
    expect(judge(DOCKER).verdict).toBe("ok");
  }
  expect(judgeDocker(DOCKER).message).toContain("28.2.2");
});

it("a rootless daemon is a warning", () => {
  expect(judgeDocker({ ...DOCKER, isRootless: true }).verdict).toBe("warning");
});

it.each(["vfs", "devicemapper"])("the storage driver %s is a warning", (storageDriver) => {
  expect(judgeStorage({ ...DOCKER, storageDriver })).toMatchObject({
    verdict: "warning",
    message: expect.stringContaining(storageDriver) as unknown,
  });
});

it("a limit that only some set is a warning, that of processes a problem", () => {
  const limits = { memory: false, cpus: false, pids: true };
  expect(judgeLimits({ ...DOCKER, limits })).toMatchObject({
    verdict: "warning",
    message: "Docker cannot limit memory and cpus (cgroups v2)",
  });
  expect(judgeLimits({ ...DOCKER, limits: { ...limits, pids: false } }).verdict).toBe("problem");
});

it("another daemon than the docker client's is a warning that names both", () => {
  const endpoint = "/var/run/docker.sock";
  expect(judgeAddress({ endpoint, context: undefined }).verdict).toBe("ok");
  const found = judgeAddress({ endpoint, context: "desktop-linux" });
  expect(found.verdict).toBe("warning");
  expect(found.message).toMatch(/desktop-linux.*docker\.sock/);
});
