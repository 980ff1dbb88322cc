import type { BwrapPlan } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";

import { toBwrapArgs } from "../src/to-bwrap-args.ts";

const PLAN: BwrapPlan = {
  workspace: { path: "/ws", name: "ws", hash: "h" },
  user: { uid: 1000, gid: 1000 },
  base: "host",
  mounts: [],
  placeholders: [],
  keptLinks: [],
  environment: {},
  allowedVariables: [],
  network: "shared",
  shims: { folders: [], files: [], binds: [], links: [], kind: "none" },
  workdir: "/ws",
  nests: false,
  depth: 1,
};

const argsOf = (changes: Partial<BwrapPlan>, isTerminal = false) =>
  toBwrapArgs(
    { ...PLAN, ...changes },
    {
      ...{ isTerminal, filterFd: 5 },
      place: ({ target }, index) => ["--ro-bind-data", (7 + index).toString(), target],
    },
  ).join(" ");

describe("toBwrapArgs", () => {
  it("gives away every right, whatever the plan", () => {
    expect(argsOf({})).toMatch(
      /^--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --cap-drop ALL --die-with-parent /,
    );
  });

  it.each([
    [{ kind: "bind", source: "/a", target: "/b", mode: "ro" }, "--ro-bind /a /b"],
    [{ kind: "bind", source: "/a", target: "/b", mode: "rw" }, "--bind /a /b"],
    [{ kind: "device", source: "/dev/kvm", target: "/dev/kvm" }, "--dev-bind /dev/kvm /dev/kvm"],
    [{ kind: "hidden-file", source: "/mask", target: "/b" }, "--ro-bind /mask /b"],
    [{ kind: "hidden-socket", source: "/mask", target: "/b" }, "--ro-bind /mask /b"],
    [{ kind: "hidden-directory", target: "/b" }, "--perms 0555 --tmpfs /b"],
    [{ kind: "own-directory", target: "/b" }, "--perms 0700 --tmpfs /b"],
    [{ kind: "link", target: "/bin", to: "usr/bin" }, "--symlink usr/bin /bin"],
  ] as const)("mounts %j", (mount, expected) => {
    expect(argsOf({ mounts: [mount] })).toContain(`--tmpfs /run ${expected} --perms 0111 --dir`);
  });

  it("lets nobody write into a hidden directory, once what is in it is mounted", () => {
    const args = argsOf({
      mounts: [
        { kind: "hidden-directory", target: "/h" },
        { kind: "bind", source: "/h/a", target: "/h/a", mode: "rw" },
      ],
    });
    expect(args).toMatch(/--tmpfs \/h --bind \/h\/a \/h\/a .*--remount-ro \/h --remount-ro \/run/);
  });

  it("shows all of the machine read-only, or nothing of it", () => {
    expect(argsOf({})).toContain("--ro-bind / /");
    expect(argsOf({ base: "empty" })).not.toContain("--ro-bind / /");
    expect(argsOf({ base: "empty" })).toContain("--remount-ro / --chdir /ws");
  });

  it("gives a network of its own unless the host's is shared", () => {
    expect(argsOf({ network: "none" })).toContain("--unshare-net");
    expect(argsOf({})).not.toContain("--unshare-net");
  });

  it("leaves the session only where there is no terminal, and filters calls always", () => {
    expect(argsOf({}, false)).toContain("--new-session --seccomp 5");
    expect(argsOf({}, true)).not.toContain("--new-session");
    expect(argsOf({}, true)).toContain("--seccomp 5");
  });

  it("shows the outer sandbox's own folder in the inner one", () => {
    expect(argsOf({ depth: 2 })).toContain("--ro-bind /run/agent-sandbox /run/agent-sandbox/outer");
    expect(argsOf({})).not.toContain("outer");
  });

  it("places what stands in for programs after all mounts", () => {
    const shims = {
      ...PLAN.shims,
      files: [{ target: "/usr/bin/rm", content: "x", mode: 0o555 }],
      binds: [{ source: "/l", target: "/usr/bin/git" }],
    };
    const mounts = [{ kind: "bind", source: "/usr", target: "/usr", mode: "ro" }] as const;
    expect(argsOf({ shims, mounts })).toMatch(
      /--ro-bind \/usr \/usr .*--ro-bind-data 7 \/usr\/bin\/rm --ro-bind \/l \/usr\/bin\/git/,
    );
  });
});
