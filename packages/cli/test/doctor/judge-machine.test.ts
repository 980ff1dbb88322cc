import { describe, expect, it } from "@jest/globals";

import {
  judgeBubblewrap,
  judgeClock,
  judgeGit,
  judgeSpace,
} from "../../src/doctor/judge-machine.ts";

it.each([
  [6e9, "ok"],
  [4e9, "warning"],
  [0.9e9, "problem"],
])("%d free bytes are: %s", (free, verdict) => {
  expect(judgeSpace(free, "make room").verdict).toBe(verdict);
});

it.each([
  [0, "ok"],
  [-4000, "ok"],
  [8000, "warning"],
  [-90_000, "problem"],
  [90_000, "problem"],
])("a clock that is ahead by %d ms is: %s", (ahead, verdict) => {
  expect(judgeClock(ahead).verdict).toBe(verdict);
});

it("a wrong clock says to which side", () => {
  expect(judgeClock(8000).message).toContain("8 s ahead of this machine's");
  expect(judgeClock(-90_000).message).toContain("90 s behind this machine's");
});

describe("git", () => {
  const FORBID = "git config --global safe.bareRepository explicit";

  it.each([
    [{ version: "2.47.1", bareRepository: "all", user: undefined }, FORBID],
    [{ version: "2.39.5", bareRepository: undefined, user: undefined }, FORBID],
    [{ version: "2.9.5", bareRepository: "explicit", user: "eva" }, "Install git 2.38 or later"],
    [{ version: "2.39.5", bareRepository: undefined, user: "eva" }, `sudo -H -u eva ${FORBID}`],
    [{ version: "2.39.5", bareRepository: undefined, user: "#7" }, "git config --system safe."],
  ])("of %j is a warning with the way out", (facts, hint) => {
    const found = judgeGit(facts);
    expect(found.verdict).toBe("warning");
    expect(found.hint).toContain(hint);
  });

  it("that follows no bare repository by itself is well", () => {
    const facts = { version: "2.47.1", bareRepository: "explicit" };
    expect(judgeGit({ ...facts, user: undefined }).verdict).toBe("ok");
    expect(judgeGit({ ...facts, user: "eva" }).message).toContain('owner "eva"');
  });
});

describe("bubblewrap", () => {
  const facts = { isInstalled: true, starts: false, said: "no", isKeptByAppArmor: false };

  it("is never a problem: Docker does not need it", () => {
    expect(judgeBubblewrap({ ...facts, starts: true }).verdict).toBe("ok");
    expect(judgeBubblewrap({ ...facts, isInstalled: false }).verdict).toBe("ok");
    expect(judgeBubblewrap(facts).verdict).toBe("warning");
  });

  it("that AppArmor keeps from user namespaces is told so", () => {
    const kept = judgeBubblewrap({ ...facts, isKeptByAppArmor: true });
    expect(kept.hint).toContain("AppArmor");
    expect(judgeBubblewrap(facts).hint).not.toContain("AppArmor");
  });
});
