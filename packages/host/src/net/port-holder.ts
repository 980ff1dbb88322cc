import { readdirSync, readlinkSync } from "node:fs";

import { readTextFile } from "../state/text-file.ts";

/** A process that listens on a port. */
export interface PortHolder {
  readonly pid: number;
  /** As proc(5) names it, without its arguments, which may be secret. */
  readonly program: string;
}

/**
 * Who listens on a TCP port of this machine; undefined where nobody does, or where it is another
 * user's process, which only root may look into.
 */
export function portHolder(port: number): PortHolder | undefined {
  const sockets = new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((table) => listeners(readTextFile(table) ?? "", port))
      .map((inode) => `socket:[${inode}]`),
  );
  if (sockets.size === 0) return undefined;
  const pid = list("/proc").find((name) => /^\d+$/.test(name) && holds(name, sockets));
  if (pid === undefined) return undefined;
  return { pid: Number(pid), program: readTextFile(`/proc/${pid}/comm`)?.trim() ?? "?" };
}

const LISTEN = "0A";

/** Pure: the inodes of the sockets that listen on the port, by a table of proc(5). */
export function listeners(table: string, port: number): readonly string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    const isOurs = state === LISTEN && local.endsWith(ending);
    return isOurs && inode !== undefined ? [inode] : [];
  });
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
  const directory = `/proc/${pid}/fd`;
  return list(directory).some((fd) => sockets.has(target(`${directory}/${fd}`)));
}

/** Nothing of what has ended meanwhile, or is another user's. */
function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
