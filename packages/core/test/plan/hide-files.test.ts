import { describe, expect, it } from "@jest/globals";
import { hideFiles, type SandboxPlan } from "../../src/index.ts";

const MASK = "/state/mask";
const plan = {
  workspace: { path: "/home/ann/shop", name: "shop", hash: "0" },
  mounts: [
    { source: "/home/ann/shop", target: "/workspace/shop", mode: "rw" },
    { source: "/home/ann/shop/.git/hooks", target: "/workspace/shop/.git/hooks", mode: "ro" },
    { volume: "shelf", source: "", target: "/repo-shelf", mode: "rw" },
  ],
} as unknown as SandboxPlan;

describe("hideFiles", () => {
  it("hides what was found in the sandbox's checkout, parents before children", () => {
    const found = [
      { path: "b/.env", kind: "file" },
      { path: ".aws", kind: "directory" },
    ] as const;
    expect(hideFiles(plan, [{ target: "/workspace/shop", found }], MASK).mounts).toEqual([
      plan.mounts[2],
      plan.mounts[0],
      { source: "", target: "/workspace/shop/.aws", mode: "hidden", kind: "directory" },
      plan.mounts[1],
      { source: MASK, target: "/workspace/shop/b/.env", mode: "hidden", kind: "file" },
    ]);
  });

  it("goes before another mount on the same path", () => {
    const found = [{ path: ".git/hooks", kind: "directory" }] as const;
    const targets = hideFiles(plan, [{ target: "/workspace/shop", found }], MASK).mounts.filter(
      ({ target }) => target.endsWith("/hooks"),
    );
    expect(targets).toEqual([expect.objectContaining({ mode: "hidden" })]);
  });

  it("leaves a plan without anything to hide as it is", () => {
    expect(hideFiles(plan, [], MASK).mounts).toHaveLength(plan.mounts.length);
  });

  it("refuses more than an engine can be told", () => {
    const found = Array.from({ length: 3000 }, (_, index) => ({
      path: `node_modules/some-package-${index}/lib/secrets.js`,
      kind: "file" as const,
    }));
    expect(() => hideFiles(plan, [{ target: "/workspace/shop", found }], MASK)).toThrow(
      expect.objectContaining({
        code: "POLICY_UNSUPPORTED",
        hint: expect.stringContaining("some-package-0"),
      }),
    );
  });
});
