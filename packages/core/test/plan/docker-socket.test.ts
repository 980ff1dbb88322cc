import { describe, expect, it } from "@jest/globals";
import { planSandbox } from "../../src/plan/plan-sandbox.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const SOCKET = { kind: "socket", path: "/srv/docker/real.sock", gid: 997 } as const;
const branch = { name: "feat", key: "feat" };

function plan(docker: boolean, request: Partial<Parameters<typeof planSandbox>[0]> = {}) {
  const facts = hostFacts({ dockerSocket: SOCKET });
  return planSandbox({ policy: resolved({ docker }), facts, repoImage: "shop:1", ...request });
}

describe("the Docker daemon's socket", () => {
  it.each([undefined, branch])("is inside with its group where the policy has it: %j", (on) => {
    const { mounts, groups } = plan(true, { branch: on });
    expect(mounts).toContainEqual({
      ...{ source: SOCKET.path, target: "/run/docker.sock", mode: "ro" },
    });
    expect(groups).toEqual([997]);
  });

  it("is not inside otherwise, wherever it is", () => {
    const { mounts, groups } = plan(false);
    expect(mounts.map(({ source }) => source)).not.toContain(SOCKET.path);
    expect(groups).toEqual([]);
  });

  it.each([
    [{ kind: "none", state: '"/run/docker.sock" is not a socket' } as const, "is not a socket"],
    [undefined, "nobody has looked"],
  ])("is an error with the way out where there is none: %j", (dockerSocket, state) => {
    expect(() => plan(true, { facts: hostFacts({ dockerSocket }) })).toThrow(
      expect.objectContaining({
        code: "POLICY_UNSUPPORTED",
        message: expect.stringMatching(`^Cannot keep "docker": .*${state}`) as unknown,
        hint: expect.stringContaining("DOCKER_HOST") as unknown,
      }),
    );
  });

  it("is not there for an agent that may write nothing: the daemon would write for it", () => {
    const agent = { name: "reviewer", readOnly: true };
    const { mounts, groups } = plan(true, { agent });
    expect(mounts.map(({ source }) => source)).not.toContain(SOCKET.path);
    expect(groups).toEqual([]);
    expect(plan(true, { agent: { ...agent, readOnly: false } }).groups).toEqual([997]);
  });
});
