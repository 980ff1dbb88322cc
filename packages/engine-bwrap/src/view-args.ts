import type { BwrapMount, BwrapPlan, PlannedFile } from "@agent-sandbox/core";

export interface ViewRequest {
  /** What is mounted as /proc: one of the sandbox's own processes, or the machine's for others to cover. */
  readonly proc: readonly string[];
  /** The arguments that put a file of the plan, by its place in the list, where it belongs. */
  readonly place: (file: PlannedFile, index: number) => readonly string[];
}

/** What only exists inside a sandbox, and says so. */
const MARK = "/run/agent-sandbox";
const OUTER = `${MARK}/outer`;

/** Pure: bubblewrap's arguments for the files of a plan, as the sandbox is to see them (bwrap(1)). */
export function viewArgs(plan: BwrapPlan, request: ViewRequest): readonly string[] {
  const { base, mounts, shims } = plan;
  const hidden = mounts.filter(({ kind }) => kind === "hidden-directory");
  return [
    ...(base === "host" ? ["--ro-bind", "/", "/"] : []),
    ...["--dev", "/dev", ...request.proc, "--tmpfs", "/run"],
    ...mounts.flatMap(mountArgs),
    ...ownFiles(plan, request),
    ...shims.binds.flatMap(({ source, target }) => ["--ro-bind", source, target]),
    // What is mounted in them had to be made there first.
    ...hidden.flatMap(({ target }) => ["--remount-ro", target]),
    ...shims.folders.flatMap((folder) => ["--remount-ro", folder]),
    ...["--remount-ro", "/run"],
    ...(base === "host" ? [] : ["--remount-ro", "/"]),
  ];
}

const BIND = { ro: "--ro-bind", rw: "--bind" } as const;

/** Pure: the arguments for one mount. */
export function mountArgs(mount: BwrapMount): readonly string[] {
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
function ownFiles({ shims, depth }: BwrapPlan, { place }: ViewRequest): readonly string[] {
  const folders = ["bin", "wrappers", "presets"].map((name) => `${MARK}/${name}`);
  return [
    ...[MARK, ...folders].flatMap((path) => ["--perms", "0111", "--dir", path]),
    ...(depth > 1 ? ["--ro-bind", MARK, OUTER] : []),
    ...shims.folders.flatMap((folder) => ["--perms", "0755", "--tmpfs", folder]),
    ...shims.files.flatMap(place),
    ...shims.links.flatMap(({ target, value }) => ["--symlink", value, target]),
  ];
}
