import { lstatSync, readlinkSync } from "node:fs";

import { isRecord } from "./tool-call.ts";

/** As many as Linux follows. */
const LINKS = 40;

const UNKNOWN = Symbol("unknown");

/**
 * Where the kernel would end up, also where nothing is yet: links of every part that exists are
 * followed, the rest is taken as it stands. Undefined where that cannot be found out.
 */
export function realPath(path: string): string | undefined {
  const waiting = path.split("/").reverse();
  const done: string[] = [];
  let links = 0;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      done.pop();
      continue;
    }
    const link = readLink(`/${[...done, name].join("/")}`);
    if (link === UNKNOWN) return undefined;
    if (link === undefined) {
      done.push(name);
      continue;
    }
    links += 1;
    if (links > LINKS) return undefined;
    if (link.startsWith("/")) done.length = 0;
    waiting.push(...link.split("/").reverse());
  }
  return `/${done.join("/")}`;
}

/** Where a link leads; undefined for what is none, and for what is not there. */
function readLink(path: string): string | typeof UNKNOWN | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch (error) {
    // Below a file there is nothing, and a name that is too long does not exist.
    const code = isRecord(error) ? error["code"] : undefined;
    return code === "ENOTDIR" || code === "ENAMETOOLONG" ? undefined : UNKNOWN;
  }
}
