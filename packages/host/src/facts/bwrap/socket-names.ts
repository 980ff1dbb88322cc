import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import { readTextFile } from "../../state/text-file.ts";

/** By its number: the name that a socket was given, as whoever gave it wrote it. */
type Named = readonly { readonly inode: string; readonly name: string }[];

/** The paths that sockets of this machine's programs were given; a relative one, by where its program is now. */
export function socketNames(): readonly string[] {
  const named = namedSockets();
  const relative = named.filter(({ name }) => !name.startsWith("/"));
  return [
    ...named.flatMap(({ name }) => (name.startsWith("/") ? name : [])),
    ...(relative.length === 0 ? [] : besidePrograms(relative)),
  ];
}

/** unix(7), "/proc/net/unix": the number and the path are the last columns, and an abstract name starts with "@". */
function namedSockets(): Named {
  return (readTextFile("/proc/net/unix") ?? "").split("\n").flatMap((line) => {
    const [, inode, name] = /^\S+: (?:\S+ +){5}(\d+) ([^@\n][^\n]*)$/.exec(line) ?? [];
    return inode === undefined || name === undefined ? [] : { inode, name };
  });
}

function besidePrograms(sockets: Named): readonly string[] {
  const names = new Map(sockets.map(({ inode, name }) => [`socket:[${inode}]`, name]));
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      const found = openIn(pid).flatMap((link) => names.get(link) ?? []);
      const folder = found.length === 0 ? undefined : linkAt(`/proc/${pid}/cwd`);
      return folder === undefined ? [] : found.map((name) => join(folder, name));
    });
}

/** Nothing of another user's, or of one that has ended. */
function openIn(pid: string): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((fd) => linkAt(join(folder, fd)) ?? []);
  } catch {
    return [];
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
