import type { BwrapMount, BwrapPlan, PlannedFile } from "@agent-sandbox/core";

/** What is known only when a command starts. */
export interface ArgsRequest {
  /** Whether the command works on a terminal. */
  readonly isTerminal: boolean;
  /** The file descriptor that has the filter of system calls. */
  readonly filterFd: number;
  /** The arguments that put a file of the plan, by its place in the list, where it belongs. */
  readonly place: (file: PlannedFile, index: number) => readonly string[];
}

/** What only exists inside a sandbox, and says so. */
const MARK = "/run/agent-sandbox";
const OUTER = `${MARK}/outer`;

/** No right of the host's is left, also where root starts it. */
const ALWAYS = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--cap-drop", "ALL", "--die-with-parent"],
] as const;

/** Pure: bubblewrap's arguments for a plan, but for the command (bwrap(1)). */
export function toBwrapArgs(plan: BwrapPlan, request: ArgsRequest): readonly string[] {
  const { base, mounts, shims, network, workdir } = plan;
  const hidden = mounts.filter(({ kind }) => kind === "hidden-directory");
  return [
    ...ALWAYS,
    ...(network === "shared" ? [] : ["--unshare-net"]),
    // With a terminal the command stays in its session, for job control, and the filter keeps it from
    // typing there.
    ...(request.isTerminal ? [] : ["--new-session"]),
    ...["--seccomp", request.filterFd.toString()],
    ...(base === "host" ? ["--ro-bind", "/", "/"] : []),
    ...["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"],
    ...mounts.flatMap(toArgs),
    ...ownFiles(plan, request),
    ...shims.binds.flatMap(({ source, target }) => ["--ro-bind", source, target]),
    // What is mounted in them had to be made there first.
    ...hidden.flatMap(({ target }) => ["--remount-ro", target]),
    ...shims.folders.flatMap((folder) => ["--remount-ro", folder]),
    ...["--remount-ro", "/run"],
    ...(base === "host" ? [] : ["--remount-ro", "/"]),
    ...["--chdir", workdir],
  ];
}

const BIND = { ro: "--ro-bind", rw: "--bind" } as const;

function toArgs(mount: BwrapMount): readonly string[] {
  const { target } = mount;
  switch (mount.kind) {
    case "bind":
      return [BIND[mount.mode], mount.source, target];
    case "device":
      return ["--dev-bind", mount.source, target];
    case "hidden-file":
    case "hidden-socket":
      return ["--ro-bind", mount.source, target];
    case "hidden-directory":
      return ["--perms", "0555", "--tmpfs", target];
    case "own-directory":
      return ["--perms", "0700", "--tmpfs", target];
    case "link":
      return ["--symlink", mount.to, target];
  }
}

/** Who may look into these folders would see what stands in place of programs, and what does not. */
function ownFiles({ shims, depth }: BwrapPlan, { place }: ArgsRequest): readonly string[] {
  const folders = ["bin", "wrappers", "presets"].map((name) => `${MARK}/${name}`);
  return [
    ...[MARK, ...folders].flatMap((path) => ["--perms", "0111", "--dir", path]),
    ...(depth > 1 ? ["--ro-bind", MARK, OUTER] : []),
    ...shims.folders.flatMap((folder) => ["--perms", "0755", "--tmpfs", folder]),
    ...shims.files.flatMap(place),
    ...shims.links.flatMap(({ target, value }) => ["--symlink", value, target]),
  ];
}
