import {
  connectDocker,
  type DockerFacts,
  endpointName,
  proveFirewall,
} from "@agent-sandbox/engine-docker";
import { readDockerContext } from "@agent-sandbox/host";

import { type Finding, ok, problem } from "./finding.ts";
import { ifDocker, ifImage } from "./if-there.ts";
import { judgeAddress, judgeDocker, judgeLimits, judgeStorage } from "./judge-docker.ts";
import { judgeClock, judgeSpace } from "./judge-machine.ts";
import type { Check } from "./run-checks.ts";
import type { SharedFacts } from "./shared-facts.ts";

/** What only the daemon tells, or a container of it. */
export function dockerChecks(facts: SharedFacts): readonly Check[] {
  const judged = (judge: (docker: DockerFacts) => Finding) => async () =>
    judge((await facts.docker()).facts);
  return [
    { name: "docker", look: judged(judgeDocker), otherwise: "problem" },
    { name: "docker-address", look: () => lookAtAddress(facts), otherwise: "problem" },
    { name: "storage", look: ifDocker(facts, judged(judgeStorage)), otherwise: "problem" },
    { name: "limits", look: ifDocker(facts, judged(judgeLimits)), otherwise: "problem" },
    { name: "firewall", look: ifImage(facts, () => lookAtFirewall(facts)), otherwise: "problem" },
    { name: "docker-disk", look: ifImage(facts, () => lookAtDisk(facts)), otherwise: "problem" },
    { name: "clock", look: ifImage(facts, () => lookAtClock(facts)), otherwise: "problem" },
  ];
}

async function lookAtAddress({ surroundings }: SharedFacts): Promise<Finding> {
  const { env, home } = surroundings;
  const endpoint = endpointName(connectDocker(env));
  return await Promise.resolve(judgeAddress({ endpoint, context: readDockerContext(env, home) }));
}

async function lookAtFirewall({ docker, baseImage, signal }: SharedFacts): Promise<Finding> {
  const [{ docker: daemon }, { name }] = await Promise.all([docker(), baseImage()]);
  await proveFirewall(daemon, name, signal);
  return ok("a container of the base image closes its network, and has proven it");
}

async function lookAtDisk({ inside }: SharedFacts): Promise<Finding> {
  const { freeBytes } = await inside();
  if (freeBytes === undefined) return problem(NOT_SAID, BUILD_BASE);
  return judgeSpace(freeBytes, "See what Docker holds: agent-sandbox df, docker system df");
}

async function lookAtClock({ inside }: SharedFacts): Promise<Finding> {
  const { clockAheadMs } = await inside();
  return clockAheadMs === undefined ? problem(NOT_SAID, BUILD_BASE) : judgeClock(clockAheadMs);
}

const NOT_SAID = "a container of the base image does not tell";
const BUILD_BASE = "Build the base image again: agent-sandbox build-base";
