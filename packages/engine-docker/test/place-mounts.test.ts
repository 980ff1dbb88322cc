import { describe, expect, it } from "@jest/globals";

import { toContainerSpec } from "../src/container-spec.ts";
import { placeMounts } from "../src/place-mounts.ts";
import { branchPlan, MOUNTPOINTS } from "./sandbox-plan.ts";

describe("placeMounts", () => {
  it("binds each part of a volume from where the daemon keeps it, in the order of the spec", () => {
    const spec = toContainerSpec(branchPlan());
    const placed = placeMounts(spec, MOUNTPOINTS);
    expect(placed.mounts.map(({ target }) => target)).toEqual(
      spec.mounts.map(({ target }) => target),
    );
    expect(placed.mounts[2]).toEqual({
      type: "bind",
      source:
        "/var/lib/docker/volumes/agent-sbx-repo-5f4dcc3b5aa765d61d8327deb882cf99/_data/worktrees",
      target: "/repo-shelf/worktrees",
      readonly: true,
    });
    expect(placed.labels).toEqual(spec.labels);
  });
});
