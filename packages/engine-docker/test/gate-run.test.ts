import { describe, expect, it } from "@jest/globals";

import { toGateRun } from "../src/gate-run.ts";
import { toGateOptions } from "../src/gate-spec.ts";
import { branchPlan } from "./sandbox-plan.ts";

const repository = {
  gitDir: "/home/ann/shop/.git",
  commonGitDir: undefined,
  hooksPath: "/home/ann/hooks, mine",
};
const options = toGateOptions(
  { plan: branchPlan(), repository },
  { hooksAreThere: true, locks: "/state" },
);
const argv = toGateRun(options);
const name = "agent-sandbox-gate-shop-5f4dcc3b5aa765d61d8327deb882cf99";

/** The values of every flag of one name, in their order. */
const valuesOf = (flag: string) =>
  argv.flatMap((word, at) => (word === flag ? [argv[at + 1] ?? ""] : []));

describe("toGateRun", () => {
  it("starts the gate that is there, and makes it where there is none", () => {
    expect(argv.slice(0, 9)).toEqual([
      ...["sh", "-c", 'docker start "$0" 2>/dev/null || exec "$@"', name],
      ...["docker", "run", "--detach", "--name", name],
    ]);
    expect(argv.at(-1)).toBe("agent-sandbox-shop:latest");
  });

  it("says all that the options say", () => {
    expect(valuesOf("--user")).toEqual(["root"]);
    expect(valuesOf("--entrypoint")).toEqual(["/usr/local/lib/agent-sandbox/gate-entry"]);
    expect(valuesOf("--network")).toEqual(["none"]);
    expect(valuesOf("--cap-drop")).toEqual(["ALL"]);
    expect(valuesOf("--cap-add")).toEqual(options.HostConfig.CapAdd);
    expect(valuesOf("--security-opt")).toEqual(["no-new-privileges"]);
    expect(valuesOf("--restart")).toEqual(["on-failure:5"]);
    expect(valuesOf("--env")).toEqual(options.Env);
    expect(valuesOf("--label")).toContain("agent-sandbox.gate=5f4dcc3b5aa765d61d8327deb882cf99");
  });

  it("mounts the host's repository writable and what its hooks need read-only", () => {
    expect(valuesOf("--mount")).toEqual([
      "type=bind,source=/home/ann/shop,target=/workspace/shop",
      'type=bind,"source=/home/ann/hooks, mine","target=/home/ann/hooks, mine",readonly',
      "type=volume,source=agent-sbx-gate-5f4dcc3b5aa765d61d8327deb882cf99,target=/gate",
    ]);
  });
});
